/** Routes of endpoints: method, path and roles. Browsers load the routes without the schemas. */
import type { Role } from '#domain/city.ts'

export interface EndpointRoute {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** Path below /api, in Express notation. */
  path: string
  /** Who may call the endpoint: everyone, everyone signed in, or these roles. */
  roles: 'public' | 'any' | readonly Role[]
  /** Format of a successful response: JSON or a file. */
  kind: 'json' | 'file'
  /** HTTP status of a success. */
  status: 200 | 201
  /** Set if users may call the endpoint even before they replace a one-time password. */
  beforeOwnPassword?: true
  /**
   * Set if a success ends the caller's session.
   * The handler accepts the token of the ended session only to repeat the command.
   */
  endsSession?: true
  /** Seconds for which caches may store the response, because it is the same for everyone. */
  sharedFor?: number
  /**
   * The request is a multipart form with exactly one file, in the field of this name.
   * The body is the other fields of the form.
   */
  upload?: 'file'
  /** Maximum size of the body in bytes, if it is more than the usual 64 KB. */
  bodyBytes?: number
  /**
   * Format of the body: JSON by default, a URL-encoded form, or the fields of the query.
   * In a form or query, repeated fields become lists.
   */
  reads?: 'json' | 'form' | 'query'
  /** Format of the answer: JSON by default, or plain text. */
  answers?: 'json' | 'text'
  /**
   * Set if the caller is a machine, whose secret is the id in the path.
   * A wrong secret gets 404 without a body; small limits of size and fields apply.
   */
  secret?: true
}

type Exceptions = Pick<
  EndpointRoute,
  'beforeOwnPassword' | 'endsSession' | 'sharedFor' | 'bodyBytes' | 'reads' | 'answers' | 'secret'
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
/** Creates a POST route that uploads a file and creates a resource. */
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
