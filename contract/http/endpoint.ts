/** Types of endpoints: route, and schemas of input and output. */
import './validation-messages.ts'
import { z } from 'zod'
import { lookUp } from '#domain/dictionary.ts'
import type { EndpointRoute } from './route.ts'

/** A response that is a file. */
export interface FileAnswer {
  /** Content type. */
  type: string
  /** Suggested file name. */
  name: string
  /** The whole content, or chunks generated while sending. */
  content: string | Uint8Array | AsyncIterable<string | Uint8Array>
  /** Whether browsers may display the file; otherwise they download it. */
  inline?: boolean
  /**
   * Set for content that never changes at its URL.
   * Browsers cache such content permanently, separately for each user.
   */
  etag?: string
}

/** Properties that all files of an endpoint have in common. */
interface FileShape {
  /** Content types that the endpoint's files may have. */
  types: readonly string[]
  /** Descriptions of a table's columns by name, in order. */
  columns?: Readonly<Record<string, string>>
}

interface EndpointDescription {
  summary: string
  query?: z.ZodObject
}
interface EndpointInput {
  body?: z.ZodType
}

/**
 * Schemas of an endpoint beside its route.
 * Only commands have bodies; an upload's body is its text fields.
 * File endpoints have content types instead of answer schemas.
 */
type Shape<L extends EndpointRoute> = EndpointDescription &
  (L['method'] extends 'get' ? { body?: never } : EndpointInput) &
  (L['kind'] extends 'file' ? { file: FileShape; answer?: never } : { file?: never; answer: z.ZodType })

export interface Endpoint extends EndpointRoute, EndpointDescription, EndpointInput {
  params?: z.ZodObject
  answer?: z.ZodType
  file?: FileShape
}

const params = z.object({ id: z.string().min(1).max(80) })
/** Path parameters of a route: `id`, if its path contains one. */
type ParamsIn<P extends string> = P extends `${string}/:id${string}` ? { params: typeof params } : unknown

type Routes = Record<string, EndpointRoute>

/**
 * Joins the routes and the schemas of endpoints by endpoint name.
 * Routes and schemas must have the same names.
 */
export function defineEndpoints<L extends Routes, S extends { [N in keyof L]: Shape<L[N]> }>(
  lines: L,
  shapes: S & { [N in Exclude<keyof S, keyof L>]: never },
): { [N in keyof L]: L[N] & S[N] & ParamsIn<L[N]['path']> } {
  const entries = Object.entries(lines).map(([name, line]) => {
    const endpoint = { ...line, ...lookUp(shapes, name) }
    return [name, line.path.includes('/:id') ? { ...endpoint, params } : endpoint]
  })
  return Object.fromEntries(entries)
}

/** A sentence for the user, which screens show unchanged. */
export const messageSchema = z.string()

/** Returns a list response's schema with its rows under `key`. */
export const createListAnswerSchema = <K extends string, T extends z.ZodType>(key: K, of: T) =>
  z.object({ [key]: z.array(of) } as Record<K, z.ZodArray<T>>)

/** Returns a command's response schema: its fields and log position. */
export const createCommandAnswerSchema = <T extends z.ZodRawShape>(says: T) =>
  z.object({ ...says, position: z.string() })
