/** What an endpoint is: its line, and the shapes of what goes in and comes out. */
import './plain-words.ts'
import { z } from 'zod'
import { lookUp } from '#rules/dictionary.ts'
import type { Line } from './line.ts'

/** A file as it is answered. */
export interface FileAnswer {
  /** Its content type. */
  type: string
  /** What it is called where it is kept. */
  name: string
  /** Whole, or in pieces that are made while they are sent. */
  content: string | Uint8Array | AsyncIterable<string | Uint8Array>
  /** Browsers may show it; otherwise they are told to keep it. */
  inline?: boolean
  /** Names this very content, which never changes under its address: browsers keep it for good, each for its own user. */
  etag?: string
}

/** What is known of a file before it is asked for. */
interface FileShape {
  /** The content types that it may have. */
  types: readonly string[]
  /** Of a table: its columns in order, and what stands in each. */
  columns?: Readonly<Record<string, string>>
}

interface Said {
  summary: string
  query?: z.ZodObject
}
interface GoesIn {
  body?: z.ZodType
}

/** What an endpoint has beside its line. Only a command has a body (text, beside an upload); a file has its types in place of a shape. */
type Shape<L extends Line> = Said &
  (L['method'] extends 'get' ? { body?: never } : GoesIn) &
  (L['kind'] extends 'file' ? { file: FileShape; answer?: never } : { file?: never; answer: z.ZodType })

export interface Endpoint extends Line, Said, GoesIn {
  params?: z.ZodObject
  answer?: z.ZodType
  file?: FileShape
}

const params = z.object({ id: z.string().min(1).max(80) })
/** A path that names something by its id is checked for it. */
type ParamsIn<P extends string> = P extends `${string}/:id${string}` ? { params: typeof params } : unknown

type Lines = Record<string, Line>

/** Puts shapes beside lines of the same names: neither may lack one that the other has. */
export function endpointsOf<L extends Lines, S extends { [N in keyof L]: Shape<L[N]> }>(
  lines: L,
  shapes: S & { [N in Exclude<keyof S, keyof L>]: never },
): { [N in keyof L]: L[N] & S[N] & ParamsIn<L[N]['path']> } {
  const entries = Object.entries(lines).map(([name, line]) => {
    const endpoint = { ...line, ...lookUp(shapes, name) }
    return [name, line.path.includes('/:id') ? { ...endpoint, params } : endpoint]
  })
  return Object.fromEntries(entries)
}

/** A sentence that screens show as it is. */
export const message = z.string()

/** The answer of a list: its rows under `key`. */
export const list = <K extends string, T extends z.ZodType>(key: K, of: T) =>
  z.object({ [key]: z.array(of) } as unknown as Record<K, z.ZodArray<T>>)

/** The answer to a command: what it says, and the log position of what it wrote. */
export const written = <T extends z.ZodRawShape>(says: T) => z.object({ ...says, position: z.string() })
