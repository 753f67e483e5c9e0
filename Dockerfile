# syntax=docker/dockerfile:1
# docker build --build-arg TOWNPERK_COMMIT="$(git rev-parse --short=12 HEAD)" --tag townperk .
FROM node:22-bookworm-slim AS web
WORKDIR /build/web
COPY web/package.json web/package-lock.json ./
RUN npm ci
COPY web/ ./
RUN npm run build

FROM rust:1.94-slim-bookworm AS server
RUN apt-get update && apt-get install -y --no-install-recommends build-essential && rm -rf /var/lib/apt/lists/*
WORKDIR /build
COPY . .
COPY --from=web /build/web/dist web/dist
ARG TOWNPERK_COMMIT=""
ENV TOWNPERK_COMMIT=${TOWNPERK_COMMIT}
RUN cargo build --release --locked --package townperk

FROM debian:bookworm-slim
RUN groupadd --gid 10001 townperk \
  && useradd --uid 10001 --gid 10001 --home-dir /data --no-create-home --shell /usr/sbin/nologin townperk \
  && install -d -o 10001 -g 10001 -m 0700 /data
COPY --from=server /build/target/release/townperk /usr/local/bin/townperk
COPY LICENSE-APACHE LICENSE-MIT NOTICE /usr/share/doc/townperk/
USER 10001:10001
# The folder inside the volume is made with mode 0700 by the server, whatever the volume's own mode is.
ENV TOWNPERK_LISTEN=[::]:8080 \
    TOWNPERK_DATA_DIR=/data/townperk
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=6s --start-period=60s --retries=3 CMD ["townperk", "health"]
ENTRYPOINT ["townperk"]
CMD ["serve"]
