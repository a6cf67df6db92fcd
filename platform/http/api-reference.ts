/** API reference at /api/docs: Swagger UI for the OpenAPI document, served from this origin alone. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Router } from 'express'
import { serveCached } from './cached-content.ts'

const SWAGGER_UI = path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
const DAY_S = 24 * 60 * 60

/** Files of the page by name under /api/docs, with their cache time. */
const FILES = {
  'swagger-ui.css': { type: 'css', maxAgeS: DAY_S, file: path.join(SWAGGER_UI, 'swagger-ui.css') },
  'swagger-ui.js': { type: 'js', maxAgeS: DAY_S, file: path.join(SWAGGER_UI, 'swagger-ui-bundle.js') },
  'reference.css': { type: 'css', maxAgeS: 0, file: path.join(import.meta.dirname, 'api-reference.css') },
  'reference.js': { type: 'js', maxAgeS: 0, file: path.join(import.meta.dirname, 'api-reference.js') },
}

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>WasteSense API</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="/api/docs/swagger-ui.css" />
    <link rel="stylesheet" href="/api/docs/reference.css" />
  </head>
  <body>
    <main id="reference"></main>
    <script src="/api/docs/swagger-ui.js"></script>
    <script src="/api/docs/reference.js"></script>
  </body>
</html>
`

/** Adds the routes of the page and its files. */
export function mountApiReference(router: Router): void {
  router.get('/api/docs', (_request, response) => void response.type('html').send(PAGE))
  for (const [name, { type, maxAgeS, file }] of Object.entries(FILES)) {
    router.get(
      `/api/docs/${name}`,
      serveCached(type, maxAgeS, () => readFile(file)),
    )
  }
}
