/** Tests which paths the route index finds, and which Express handles. */
import type { Request, RequestHandler, Response, Router } from 'express'
import { expect, it, vi } from 'vitest'
import { endpointRoutes } from '#contract/routes.ts'
import { addExactPathRoute } from './quick-routes.ts'

const paths = [
  '/api/reports',
  '/api/reports/:id',
  '/api/reports/:id/status',
  '/api/:kind/all/status',
  '/api/sites/:id.csv',
]

/** Returns the matched route and params; undefined if Express handles the path. */
function ask(method: string, path: string) {
  let first: RequestHandler | undefined
  const use = (handler: RequestHandler) => {
    first = handler
  }
  const router = { use } as unknown as Router
  const next = vi.fn()
  let answered: unknown
  for (const path of paths)
    addExactPathRoute(router, 'PATCH', {
      path,
      answer: async ({ params }) => {
        answered = [path, params]
      },
    })
  first?.({ method, path, params: {} } as unknown as Request, {} as Response, next)
  expect(next).toHaveBeenCalledTimes(answered ? 0 : 1)
  return answered
}

it.each([
  ['/api/reports', '/api/reports', {}],
  ['/api/reports/u1.3', '/api/reports/:id', { id: 'u1.3' }],
  ['/api/reports/u1.3/status', '/api/reports/:id/status', { id: 'u1.3' }],
  ['/api/reports/all/status', '/api/reports/:id/status', { id: 'all' }],
  ['/api/reports/Ablekuma%20North%2F/status', '/api/reports/:id/status', { id: 'Ablekuma North/' }],
  ['/api/trucks/all/status', '/api/:kind/all/status', { kind: 'trucks' }],
])('%s is of %s', (path, route, params) => {
  expect(ask('PATCH', path)).toEqual([route, params])
})

it.each([
  ['GET', '/api/reports'],
  ['PATCH', '/api/reports/'],
  ['PATCH', '/API/reports/u1.3'],
  ['PATCH', '/api/reports/%E0%A4/status'],
  ['PATCH', '/api/trucks/some/status'],
  ['PATCH', '/api/sites/WS001.csv'],
  ['PATCH', '/api/sites/WS001'],
])('%s %s is left to Express', (method, path) => {
  expect(ask(method, path)).toBeUndefined()
})

it('no two lines of the contract fit one path: which of them comes first makes no difference', () => {
  const all = Object.values(endpointRoutes).map(({ method, path }) => ({ method, parts: path.split('/') }))
  const fits = (one: string, other = '') =>
    one === other || (one !== '' && other !== '' && `${one}${other}`.includes(':'))
  const both = all.flatMap((one, at) =>
    all
      .slice(at + 1)
      .filter(({ method, parts }) => method === one.method && parts.length === one.parts.length)
      .filter(({ parts }) => one.parts.every((part, n) => fits(part, parts[n])))
      .map(({ parts }) => `${one.method} ${one.parts.join('/')} and ${parts.join('/')}`),
  )
  expect(both).toEqual([])
})
