/**
 * Routes of endpoints: method, path and roles.
 * Browsers load routes without schemas.
 */
import type { Role } from '#domain/city.ts'

export interface EndpointRoute {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** Path below /api, in Express notation. */
  path: string
  /** Allowed callers: everyone, everyone who is signed in, or a list of roles. */
  roles: 'public' | 'any' | readonly Role[]
  /** Format of a successful response: JSON or a file. */
  kind: 'json' | 'file'
  /** HTTP status of a successful answer. */
  status: 200 | 201
  /** Set if users may call the endpoint before they replace their one-time password. */
  beforeOwnPassword?: true
  /**
   * Set if success of this command ends the caller's session.
   * The session's token is then accepted only to repeat the command.
   */
  endsSession?: true
  /**
   * Seconds for which shared caches may store the response.
   * Set only if the response is the same for all callers.
   */
  sharedFor?: number
  /**
   * Name of the multipart form's only file field.
   * The body is the form's other fields.
   */
  upload?: 'file'
  /** Maximum body size in bytes, if above the usual 64 KB. */
  bodyBytes?: number
  /** Set if the body contains a photo, which the log does not store. */
  hasPhoto?: true
  /**
   * Body format: JSON (default), URL-encoded form, or query fields.
   * Repeated fields of forms and queries become lists.
   */
  reads?: 'json' | 'form' | 'query'
  /** Format of the answer: JSON by default, or plain text. */
  answers?: 'json' | 'text'
  /**
   * Set if the callers are machines, which send a secret in the URL's path.
   * With a wrong secret, the answer is 404 without a body.
   * Bodies of such requests have small limits of size and number of fields.
   */
  secret?: true
}

type Exceptions = Pick<
  EndpointRoute,
  'beforeOwnPassword' | 'endsSession' | 'sharedFor' | 'bodyBytes' | 'hasPhoto' | 'reads' | 'answers' | 'secret'
>

/** Returns a function that creates routes of one HTTP method. */
const routeBuilder =
  <M extends EndpointRoute['method'], K extends EndpointRoute['kind'] = 'json'>(
    method: M,
    status: EndpointRoute['status'] = 200,
    kind: K = 'json' as K,
  ) =>
  <const P extends string, const R extends EndpointRoute['roles']>(path: P, roles: R, exceptions?: Exceptions) => ({
    method,
    path,
    roles,
    kind,
    status,
    ...exceptions,
  })

export const defineGetRoute = routeBuilder('get')
/** Creates a GET route that returns a file. */
export const defineFileRoute = routeBuilder('get', 200, 'file')
export const definePostRoute = routeBuilder('post')
/** Creates a POST route that creates a resource and returns 201. */
export const defineCreateRoute = routeBuilder('post', 201)
/** Creates a POST route that uploads a file as a new resource. */
export const defineUploadRoute = <const P extends string, const R extends EndpointRoute['roles']>(
  path: P,
  roles: R,
) => ({
  ...defineCreateRoute(path, roles),
  upload: 'file' as const,
})
export const definePutRoute = routeBuilder('put')
export const definePatchRoute = routeBuilder('patch')
export const defineDeleteRoute = routeBuilder('delete')
