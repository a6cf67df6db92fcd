/** What an endpoint is, and the words in which a line of the table says it. */
import './plain-words.ts'
import { z } from 'zod'
import type { Role } from '#rules/city.ts'

export interface Endpoint {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** Below /api, in Express notation. */
  path: string
  /** Who may call it: everybody, everybody signed in, or these roles. */
  roles: 'public' | 'any' | readonly Role[]
  /** Open also to who has yet to choose a password of their own. */
  beforeOwnPassword?: true
  /** Success ends the caller's session: a repetition comes with the ended token, and the handler lets nothing else through. */
  endsSession?: true
  /** The answer is everybody's, and may lie in caches for so many seconds. */
  sharedFor?: number
  summary: string
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /** The status of success. */
  status: 200 | 201
  answer: z.ZodType
}

const params = z.object({ id: z.string().min(1).max(80) })
/** A path that names something by its id is checked for it. */
type ParamsIn<P extends string> = P extends `${string}/:id${string}` ? { params: typeof params } : unknown

/** How the lines of one method begin: path, roles and summary, then what goes in and what comes out. */
const line =
  (method: Endpoint['method'], status: Endpoint['status'] = 200) =>
  <const P extends string, S extends Omit<Endpoint, 'method' | 'path' | 'roles' | 'summary' | 'params' | 'status'>>(
    path: P,
    roles: Endpoint['roles'],
    summary: string,
    shapes: S,
  ) => {
    const endpoint = { method, path, roles, summary, status, ...shapes }
    return (path.includes('/:id') ? { ...endpoint, params } : endpoint) as typeof endpoint & ParamsIn<P>
  }

export const get = line('get')
export const post = line('post')
/** A POST that makes something new, which is answered with 201. */
export const create = line('post', 201)
export const put = line('put')
export const patch = line('patch')
export const remove = line('delete')

/** A sentence that screens show as it is. */
export const message = z.string()

/** The answer of a list: its rows under `key`. */
export const list = <K extends string, T extends z.ZodType>(key: K, of: T) =>
  z.object({ [key]: z.array(of) } as unknown as Record<K, z.ZodArray<T>>)

/** The answer to a command: what it says, and the log position of what it wrote. */
export const written = <T extends z.ZodRawShape>(says: T) => z.object({ ...says, position: z.string() })
