/** The plain part of an endpoint, which browsers load: how it is called and by whom. Its shapes lie in contract/endpoints. */
import type { Role } from '#rules/city.ts'

export interface Line {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** Below /api, in Express notation. */
  path: string
  /** Who may call it: everybody, everybody signed in, or these roles. */
  roles: 'public' | 'any' | readonly Role[]
  /** What success answers: JSON, or a file to be kept. */
  kind: 'json' | 'file'
  /** The status of success. */
  status: 200 | 201
  /** Open also to who has yet to choose a password of their own. */
  beforeOwnPassword?: true
  /** Success ends the caller's session: a repetition comes with the ended token, and the handler lets nothing else through. */
  endsSession?: true
  /** The answer is everybody's, and may lie in caches for so many seconds. */
  sharedFor?: number
  /** It comes as a form (multipart/form-data) with exactly one file, in the field of this name; the body is what else is typed in it. */
  upload?: 'file'
  /** Its body may have so many bytes, where that is more than the usual 64 KB. */
  bodyBytes?: number
}

type Exceptions = Pick<Line, 'beforeOwnPassword' | 'endsSession' | 'sharedFor' | 'bodyBytes'>

/** How the lines of one method begin: the path, and who may call it. */
const line =
  <M extends Line['method'], K extends Line['kind'] = 'json'>(
    method: M,
    status: Line['status'] = 200,
    kind: K = 'json' as K,
  ) =>
  <const P extends string, const R extends Line['roles']>(path: P, roles: R, exceptions?: Exceptions) => ({
    method,
    path,
    roles,
    kind,
    status,
    ...exceptions,
  })

export const get = line('get')
/** A GET that answers a file. */
export const file = line('get', 200, 'file')
export const post = line('post')
/** A POST that makes something new, which is answered with 201. */
export const create = line('post', 201)
/** A POST with a file, of which it makes something new. */
export const upload = <const P extends string, const R extends Line['roles']>(path: P, roles: R) => ({
  ...create(path, roles),
  upload: 'file' as const,
})
export const put = line('put')
export const patch = line('patch')
export const remove = line('delete')
