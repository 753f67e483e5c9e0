import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { answering, freePort, start } from "./process.mjs";

/**
 * Starts nginx serving these bytes as a file, configured for speed as its manual recommends, with one worker per CPU.
 * @param {string} folder  an empty, world-readable folder @param {Buffer} body  compressed with Brotli
 * @param {{ workers: number, keepsFilesOpen: boolean, tls?: { certificate: string, key: string } }} options  by default nginx
 *   opens and closes the file for each request; with `tls`, HTTPS with HTTP/1.1 and HTTP/2
 */
export async function startNginx(folder, body, { workers, keepsFilesOpen, tls }) {
  const port = await freePort();
  await mkdir(join(folder, "files"));
  await writeFile(join(folder, "files", "page"), body);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  await writeFile(
    join(folder, "nginx.conf"),
    `daemon off;
pid ${folder}/nginx.pid;
error_log stderr warn;
worker_processes ${workers};
events { worker_connections 1024; }
http {
  ${temporary.join("\n  ")}
  access_log off;
  sendfile on;
  tcp_nopush on;
  tcp_nodelay on;
  keepalive_timeout 65;
  keepalive_requests 1000000000;
  ${keepsFilesOpen ? "open_file_cache max=16 inactive=1h; open_file_cache_valid 1h;" : "open_file_cache off;"}
  default_type "text/html; charset=utf-8";
  server {
    listen 127.0.0.1:${port}${tls ? " ssl http2" : ""};
    ${tls ? `ssl_certificate ${tls.certificate}; ssl_certificate_key ${tls.key}; ssl_protocols TLSv1.3;` : ""}
    root ${folder}/files;
    location = /page {
      add_header Content-Encoding br;
      add_header Cache-Control no-cache;
      add_header Vary Accept-Encoding;
    }
  }
}
`,
  );
  const url = `${tls ? "https" : "http"}://127.0.0.1:${port}/page`;
  // Debian installs nginx in a folder that is only in root's PATH.
  const server = start("nginx", ["-p", folder, "-c", join(folder, "nginx.conf")], {
    PATH: `${process.env.PATH}:/usr/sbin:/usr/local/sbin`,
  });
  await answering(url, server);
  return { url, pid: server.pid, stop: server.stop };
}
