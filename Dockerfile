# The site with everything it runs on but its database and the proxy in front: see docs/serving.md.
# Any image of Debian with a Python and its venv will do; `make image` brings one that it makes of Debian's packages.
ARG BASE=python:3.12-slim-trixie

# pg_dump and pg_restore, for manage.py backup and restore, with the libraries that they load and the base may lack: the
# package brings Perl for programs that nobody starts here. Not older than the server in compose.yaml.
FROM ${BASE} AS postgresql
SHELL ["/bin/bash", "-o", "pipefail", "-c"]
RUN apt-get update \
    && apt-get install --yes --no-install-recommends postgresql-client \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /programs
RUN mkdir -p usr/local/bin \
    && for program in pg_dump pg_restore; do \
        cp "$(readlink -f "$(ls -d /usr/lib/postgresql/*/bin)/$program")" usr/local/bin/ \
        && ldd "usr/local/bin/$program" | grep -o '/[^ ]*' || exit 1; \
    done | sort -u | while read -r library; do \
        place=$(readlink -f "$(dirname "$library")") && mkdir -p ".$place" && cp -L "$library" ".$place/" || exit 1; \
    done

# The packages without what only installing and compiling needs, and catalogues of Django in languages the site lacks.
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
ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 DATA_DIR=/data BIND=0.0.0.0:8000 PATH=/packages/bin:$PATH
RUN useradd --system --uid 10001 --create-home cornerstone && install -d -o cornerstone -m 700 /data /data/backups
COPY --from=postgresql /programs /
COPY --from=packages /packages /packages
COPY --from=packages /app /app
WORKDIR /app
USER 10001
VOLUME /data
EXPOSE 8000
# Whether the site answers at all: a database that is away, or a full disk, is for whoever watches /healthz, and a new
# container would not help. It is asked where BIND says: 0.0.0.0 stands for this machine itself here, too.
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s CMD ["python", "-c", \
    "import http.client as http, os; site = http.HTTPConnection(os.environ['BIND'], timeout=4); site.request('GET', '/livez', headers={'Host': 'localhost'}); exit(site.getresponse().status != 200)"]
# Migrations are not run here: of two of these that start together both would. `prepare` in compose.yaml does it once.
CMD ["sh", "-c", "python manage.py collectstatic --no-input --verbosity 0 && exec gunicorn"]
