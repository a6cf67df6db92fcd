/** Types of an endpoint: its route and the schemas of its input and output. */
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
  /** The whole content, or chunks that are generated while they are sent. */
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
  /** Possible content types. */
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
 * Schemas of an endpoint, in addition to its route.
 * Only commands have a body; the body of an upload is its text fields.
 * Endpoints that return files have content types instead of an answer schema.
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

/** Joins routes and schemas by the endpoints' names. Both sides must have the same names. */
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

/** Returns the schema of a list response with its rows under `key`. */
export const createListAnswerSchema = <K extends string, T extends z.ZodType>(key: K, of: T) =>
  z.object({ [key]: z.array(of) } as Record<K, z.ZodArray<T>>)

/** Returns the schema of a command's response: its fields, and the log position of its events. */
export const createCommandAnswerSchema = <T extends z.ZodRawShape>(says: T) =>
  z.object({ ...says, position: z.string() })
