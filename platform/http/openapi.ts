/** Builds the OpenAPI 3.1 document from the contract's endpoints, and serves the reference pages. */
import type { Router } from 'express'
import { z } from 'zod'
import { type Endpoint, endpoints } from '#contract/endpoints.ts'
import { Problem } from '#contract/http/problems.ts'
import { mountApiReference } from './api-reference.ts'
import { serveCached } from './cached-content.ts'
import { eventCataloguePage } from './event-catalogue.ts'

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' })
  return json
}
const contentOf = (type: string, schema: object) => ({ content: { [type]: { schema } } })

const TYPES = { json: 'application/json', text: 'text/plain', form: 'application/x-www-form-urlencoded' }

/** Describes a file response and the columns of a table. */
function fileOf({ types = [], columns = {} }: Partial<NonNullable<Endpoint['file']>> = {}): object {
  const rows = Object.entries(columns).map(([name, meaning]) => `\n- \`${name}\`: ${meaning}`)
  const description = rows.length > 0 ? `A file; its columns:\n${rows.join('')}` : 'A file'
  return { description, content: Object.fromEntries(types.map((type) => [type, { schema: { type: 'string' } }])) }
}

/**
 * Returns the document with roles, request and responses of every endpoint.
 * `version` is the installation's.
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
        ? { description: 'Done', ...contentOf(TYPES[answers ?? 'json'], schemaOf(answer, 'output')) }
        : fileOf(file),
      default: {
        description: 'A problem document (RFC 9457) that carries `message`',
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
  }
}

/** Describes a body of JSON or a form, or a form with a file and its fields. */
function requestOf(body: z.ZodType | undefined, upload: string | undefined, reads: Endpoint['reads'] = 'json'): object {
  const typed = body && schemaOf(body, 'input')
  if (reads === 'query') return {}
  if (!upload) return typed ? { requestBody: { required: true, ...contentOf(TYPES[reads], typed) } } : {}
  const { properties = {}, required = [] } = (typed ?? {}) as { properties?: object; required?: string[] }
  const schema = {
    type: 'object',
    properties: { ...properties, [upload]: { type: 'string', contentMediaType: 'application/octet-stream' } },
    required: [...required, upload],
  }
  return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } }
}

/** Serves the document at /api/openapi.json, the reference at /api/docs and the events at /api/docs/events. */
export function mountOpenApi(router: Router, version: string): void {
  const document = async () => Buffer.from(JSON.stringify(openApiDocument(version)))
  router.get('/api/openapi.json', serveCached('json', 0, document))
  router.get(
    '/api/docs/events',
    serveCached('html', 0, async () => Buffer.from(eventCataloguePage())),
  )
  mountApiReference(router)
}
