/**
 * Finds a path's route by a map.
 * Express tries a hundred routes in turn, which takes longer than many reads.
 */
import type { Request, Response, Router } from 'express'

/**
 * Route with Express's path syntax.
 * Params start with a colon.
 */
interface Route {
  path: string
  answer: (request: Request, response: Response) => Promise<void>
}

interface Varying extends Route {
  parts: readonly string[]
}

/**
 * Routes by router.
 * The key of a fixed path is its method and path.
 * The key of a path with parameters is its method and number of segments.
 */
const routesOf = new WeakMap<Router, { fixed: Map<string, Route>; varying: Map<string, Varying[]> }>()

/**
 * Whether a path segment is fixed text, or only a parameter.
 * Express itself handles all other patterns.
 */
const isPlain = (part: string) => !part.includes(':') || /^:\w+$/.test(part)

/**
 * Adds a route that the router tries before its other routes.
 * A request matches only if it spells the path exactly.
 */
export function addExactPathRoute(router: Router, method: string, route: Route): void {
  if (!route.path.split('/').every(isPlain)) return
  const { fixed, varying } = routesOf.get(router) ?? openRoutes(router)
  if (!route.path.includes(':')) return void fixed.set(`${method} ${route.path}`, route)
  const parts = route.path.split('/')
  const key = `${method} ${parts.length}`
  varying.set(key, [...(varying.get(key) ?? []), { ...route, parts }])
}

function openRoutes(router: Router) {
  const routes = { fixed: new Map<string, Route>(), varying: new Map<string, Varying[]>() }
  routesOf.set(router, routes)
  router.use((request, response, next) => {
    const found = routes.fixed.get(`${request.method} ${request.path}`) ?? varyingRoute(routes.varying, request)
    if (!found) return next()
    request.route = found
    return found.answer(request, response)
  })
  return routes
}

/**
 * Returns the first matching route and sets the request's params.
 * Leaves undecodable paths to Express, which reports them.
 */
function varyingRoute(varying: ReadonlyMap<string, Varying[]>, request: Request): Route | undefined {
  const given = request.path.split('/')
  const fits = ({ parts }: Varying) =>
    parts.every((part, at) => (part.startsWith(':') ? given[at] !== '' : part === given[at]))
  const found = varying.get(`${request.method} ${given.length}`)?.find(fits)
  if (!found) return undefined
  try {
    const params = found.parts.flatMap((part, at) =>
      part.startsWith(':') ? [[part.slice(1), decodeURIComponent(given[at] ?? '')]] : [],
    )
    request.params = Object.fromEntries(params)
    return found
  } catch (error) {
    if (error instanceof URIError) return undefined
    throw error
  }
}
