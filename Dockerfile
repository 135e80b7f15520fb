FROM python:3.13-slim AS build
WORKDIR /build
RUN python -m venv /opt/prevail
COPY requirements.lock ./
RUN /opt/prevail/bin/pip install --no-cache-dir --require-hashes --no-deps -r requirements.lock
COPY pyproject.toml README.md LICENSE ./
COPY app app
COPY connectors connectors
COPY graph graph
COPY retrieval retrieval
RUN /opt/prevail/bin/pip install --no-cache-dir --no-deps --no-build-isolation .

FROM python:3.13-slim
RUN useradd --system --uid 10001 --no-create-home prevail \
    && install -d -o prevail -g prevail /data
COPY --from=build /opt/prevail /opt/prevail
ENV PATH=/opt/prevail/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PREVAIL_DATA=/data \
    PREVAIL_CACHE=/data/cache
USER prevail
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s --retries=5 \
    CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8000/health/live', timeout=3)"]
ENTRYPOINT ["prevail"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8000"]
