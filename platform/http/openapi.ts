/** Builds the OpenAPI 3.1 document from the contract, and serves reference pages. */

import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import type { RequestHandler, Router } from 'express'
import { z } from 'zod'
import { type Endpoint, endpoints } from '#contract/endpoints.ts'
import { Problem } from '#contract/http/problems.ts'
import { createEventCataloguePage } from './event-catalogue.ts'

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' })
  return json
}
const contentOf = (type: string, schema: object) => ({ content: { [type]: { schema } } })

const CONTENT_TYPES = { json: 'application/json', text: 'text/plain', form: 'application/x-www-form-urlencoded' }

/** Describes a file response and the columns of a table. */
function fileOf({ types = [], columns = {} }: Partial<NonNullable<Endpoint['file']>> = {}): object {
  const rows = Object.entries(columns).map(([name, meaning]) => `\n- \`${name}\`: ${meaning}`)
  const description = rows.length > 0 ? `A file; its columns:\n${rows.join('')}` : 'A file'
  return { description, content: Object.fromEntries(types.map((type) => [type, { schema: { type: 'string' } }])) }
}

/**
 * Returns the OpenAPI document with roles, request and responses of every endpoint.
 * `version` is the version of the installation.
 */
function openApiDocument(version: string): object {
  const paths = new Map<string, Record<string, object>>()
  for (const [name, endpoint] of Object.entries(endpoints) as [string, Endpoint][]) {
    const path = `/api${endpoint.path.replace(/:(\w+)/g, '{$1}')}`
    paths.set(path, { ...paths.get(path), [endpoint.method]: operation(name, endpoint) })
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'WasteSense',
      version,
      description:
        'Commands take an Idempotency-Key and return the log position of their events. Reads return their log position in X-Position. Auditors may add `at`, a position or a time, to a read of the boards: it returns the state at that moment, and X-Moment says when that was.',
    },
    externalDocs: { description: 'The events of the log', url: '/api/docs/events' },
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Problem: schemaOf(Problem, 'output') },
    },
    paths: Object.fromEntries(paths),
  }
}

function operation(
  operationId: string,
  { method, path, roles, summary, params, query, body, upload, reads, answers, status, answer, file }: Endpoint,
): object {
  const parameters: object[] = Object.keys(params?.shape ?? {}).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  for (const [name, schema] of Object.entries(query?.shape ?? {}))
    parameters.push({ name, in: 'query', required: false, schema: schemaOf(schema as z.ZodType, 'input') })
  if (method !== 'get')
    parameters.push({
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      schema: { type: 'string', maxLength: 200 },
    })
  const who = roles === 'public' ? 'Public.' : `For ${roles === 'any' ? 'anyone signed in' : roles.join(', ')}.`
  return {
    operationId,
    summary,
    description: who,
    tags: [path.split('/')[1] === 'fuel' ? 'fleet' : (path.split('/')[2] ?? 'general')],
    ...(roles === 'public' ? {} : { security: [{ token: [] }] }),
    parameters,
    ...requestOf(body, upload, reads),
    responses: {
      [status]: answer
        ? { description: 'Done', ...contentOf(CONTENT_TYPES[answers ?? 'json'], schemaOf(answer, 'output')) }
        : fileOf(file),
      default: {
        description: 'A problem document (RFC 9457) that carries `message`',
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
  }
}

/** Describes a request body for OpenAPI: JSON or a form, possibly with a file. */
function requestOf(body: z.ZodType | undefined, upload: string | undefined, reads: Endpoint['reads'] = 'json'): object {
  const typed = body && schemaOf(body, 'input')
  if (reads === 'query') return {}
  if (!upload) return typed ? { requestBody: { required: true, ...contentOf(CONTENT_TYPES[reads], typed) } } : {}
  const { properties = {}, required = [] } = (typed ?? {}) as { properties?: object; required?: string[] }
  const schema = {
    type: 'object',
    properties: { ...properties, [upload]: { type: 'string', contentMediaType: 'application/octet-stream' } },
    required: [...required, upload],
  }
  return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } }
}

/** Serves the document /api/openapi.json, reference /api/docs and events /api/docs/events. */
export function mountOpenApi(router: Router, version: string): void {
  const document = async () => Buffer.from(JSON.stringify(openApiDocument(version)))
  router.get('/api/openapi.json', serveCached('json', 0, document))
  router.get(
    '/api/docs/events',
    serveCached('html', 0, async () => Buffer.from(createEventCataloguePage())),
  )
  mountApiReference(router)
}

const SWAGGER_UI = path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
const DAY_S = 24 * 60 * 60

/** Files of the API reference by their name below /api/docs, with cache times. */
const REFERENCE_FILES = {
  'swagger-ui.css': { type: 'css', maxAgeS: DAY_S, file: path.join(SWAGGER_UI, 'swagger-ui.css') },
  'swagger-ui.js': { type: 'js', maxAgeS: DAY_S, file: path.join(SWAGGER_UI, 'swagger-ui-bundle.js') },
  'reference.css': { type: 'css', maxAgeS: 0, file: path.join(import.meta.dirname, 'api-reference.css') },
  'reference.js': { type: 'js', maxAgeS: 0, file: path.join(import.meta.dirname, 'api-reference.js') },
}

const REFERENCE_PAGE = `<!doctype html>
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

/** Adds the OpenAPI reference at /api/docs: Swagger UI, from this origin alone. */
function mountApiReference(router: Router): void {
  router.get('/api/docs', (_request, response) => void response.type('html').send(REFERENCE_PAGE))
  for (const [name, { type, maxAgeS, file }] of Object.entries(REFERENCE_FILES)) {
    router.get(
      `/api/docs/${name}`,
      serveCached(type, maxAgeS, () => readFile(file)),
    )
  }
}

interface CachedContent {
  plain: Buffer
  gzipped: Buffer
  etag: string
}

async function prepare(load: () => Promise<Buffer>): Promise<CachedContent> {
  const plain = await load()
  const gzipped = await promisify(gzip)(plain, { level: constants.Z_BEST_COMPRESSION })
  return { plain, gzipped, etag: hash('sha256', plain, 'base64url').slice(0, 22) }
}

/**
 * Returns a handler of large static content of Express's content type `type`.
 * Reads and compresses it once, on first request.
 * Browsers cache it for `maxAgeS` seconds, then revalidate by ETag.
 */
function serveCached(type: string, maxAgeS: number, load: () => Promise<Buffer>): RequestHandler {
  let prepared: Promise<CachedContent> | undefined
  return async (request, response) => {
    prepared ??= prepare(load)
    const { plain, gzipped, etag } = await prepared
    const isGzip = request.acceptsEncodings('gzip') === 'gzip'
    if (isGzip) response.set('Content-Encoding', 'gzip')
    response.vary('Accept-Encoding')
    // With no-transform, the server sends the content as it is.
    // Compressing it anew for each request would keep all others waiting.
    response.set('Cache-Control', `public, max-age=${maxAgeS}, no-transform`)
    response.set('ETag', `"${etag}${isGzip ? '-gzip' : ''}"`)
    response.type(type).send(isGzip ? gzipped : plain)
  }
}
