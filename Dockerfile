# The site with everything it runs on but its database and the proxy in front: see docs/serving.md.
FROM python:3.12-slim-trixie

# pg_dump and pg_restore, for manage.py backup and restore. Not older than the server in compose.yaml.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends postgresql-client \
    && rm -rf /var/lib/apt/lists/*

ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 DATA_DIR=/data BIND=0.0.0.0:8000

RUN useradd --system --uid 10001 --create-home cornerstone && install -d -o cornerstone -m 700 /data /data/backups
WORKDIR /app
COPY requirements/base.txt requirements/base.txt
RUN pip install --no-cache-dir --require-hashes --requirement requirements/base.txt
COPY manage.py gunicorn.conf.py ./
COPY scoring scoring
COPY campaign campaign
COPY templates templates
RUN pybabel --quiet compile --directory campaign/locale --domain django

USER 10001
VOLUME /data
EXPOSE 8000
# Whether the site answers at all: a database that is away, or a full disk, is for whoever watches /healthz, and a new
# container would not help.
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s CMD ["python", "-c", \
    "import http.client as http, os; site = http.HTTPConnection('localhost', int(os.environ['BIND'].rpartition(':')[2]), timeout=4); site.request('GET', '/livez'); exit(site.getresponse().status != 200)"]
# Migrations are not run here: of two of these that start together both would. `prepare` in compose.yaml does it once.
CMD ["sh", "-c", "python manage.py collectstatic --no-input --verbosity 0 && exec gunicorn"]
