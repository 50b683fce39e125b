# The site with all its programs, except the database and the proxy in front of the site: see docs/serving.md.
# BASE can be any Debian image with Python and venv. `make image` makes such an image from Debian's packages.
ARG BASE=python:3.12-slim-trixie

# Take pg_dump and pg_restore, for manage.py backup and restore, and the libraries that they load. The whole package
# would bring Perl, which nothing here needs. These programs must not be older than the server in compose.yaml.
# Take FriBidi too: with it, Pillow writes Arabic and Hindi names correctly.
FROM ${BASE} AS postgresql
SHELL ["/bin/bash", "-o", "pipefail", "-c"]
RUN apt-get update \
    && apt-get install --yes --no-install-recommends postgresql-client libfribidi0 \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /programs
RUN mkdir -p usr/local/bin \
    && for program in pg_dump pg_restore; do \
        cp "$(readlink -f "$(ls -d /usr/lib/postgresql/*/bin)/$program")" usr/local/bin/ \
        && ldd "usr/local/bin/$program" | grep -o '/[^ ]*' || exit 1; \
    done > /tmp/libraries \
    && ls /usr/lib/*/libfribidi.so.0 >> /tmp/libraries \
    && sort -u /tmp/libraries | while read -r library; do \
        place=$(readlink -f "$(dirname "$library")") && mkdir -p ".$place" && cp -L "$library" ".$place/" || exit 1; \
    done

# The Python packages. Delete files that only the installation needs, and Django's catalogues in other languages.
FROM ${BASE} AS packages
ENV PATH=/packages/bin:$PATH
WORKDIR /app
COPY requirements/base.txt requirements/base.txt
RUN python3 -m venv /packages && pip install --no-cache-dir --require-hashes --requirement requirements/base.txt
COPY manage.py gunicorn.conf.py ./
COPY scoring scoring
COPY campaign campaign
COPY templates templates
RUN pybabel --quiet compile --directory campaign/locale --domain django \
    && python -m compileall -q scoring campaign manage.py gunicorn.conf.py
RUN pip uninstall --quiet --yes babel pip \
    && find /packages -path '*/locale/*' -name '*.po' -delete \
    && find /packages -path '*/locale/*' -name '*.mo' ! -path '*/en/*' ! -path '*/de/*' ! -path '*/ru/*' -delete

FROM ${BASE}
# MALLOC_ARENA_MAX: as in campaign/management/commands/serve.py, which this image does not run
ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 DATA_DIR=/data BIND=0.0.0.0:8000 MALLOC_ARENA_MAX=2 PATH=/packages/bin:$PATH
RUN useradd --system --uid 10001 --create-home cornerstone && install -d -o cornerstone -m 700 /data /data/backups
COPY --from=postgresql /programs /
COPY --from=packages /packages /packages
COPY --from=packages /app /app
WORKDIR /app
USER 10001
VOLUME /data
EXPOSE 8000
# Check only whether the site answers. A new container would not help against a lost database or a full disk; operators
# see these at /healthz. The check uses the address in BIND: as a target, 0.0.0.0 means this machine.
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s CMD ["python", "-c", \
    "import http.client as http, os; site = http.HTTPConnection(os.environ['BIND'], timeout=4); site.request('GET', '/livez', headers={'Host': 'localhost'}); exit(site.getresponse().status != 200)"]
# Do not migrate here: two containers that start together would both migrate. `prepare` in compose.yaml does it once.
CMD ["sh", "-c", "python manage.py collectstatic --no-input --verbosity 0 && exec gunicorn"]
