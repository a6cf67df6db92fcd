/** A screen of another role in a replay; its links stay in the replay at the same moment. */
import { Anchor } from '@mantine/core'
import { type ReactNode, Suspense, useMemo, useRef } from 'react'
import { createPath, Link, type Navigator, Route, Routes, type To, useLocation, useNavigate } from 'react-router'
import type { Role } from '#rules/city.ts'
import { InnerRouter } from '#web/components/inner-router.tsx'
import { LoadingPage } from '#web/components/loading-page.tsx'
import type { Portal } from '#web/pages/portal.ts'
import { boardsOf } from './boards.ts'

export interface ReplayedBoardProps {
  /** Address of the replay. */
  base: string
  portal: Portal
  /** Moment for links. */
  at: string | null
}

export function ReplayedBoard({ base, portal, at }: ReplayedBoardProps) {
  const { role } = portal
  return (
    <BoardRouter base={base} at={at}>
      <Suspense fallback={<LoadingPage />}>
        <Routes>
          {boardsOf(portal).map(({ path, page: Page }) => (
            <Route key={path} path={`/${role}/${path}`} element={<Page />} />
          ))}
          <Route path="*" element={<NoBoard role={role} />} />
        </Routes>
      </Suspense>
    </BoardRouter>
  )
}

function NoBoard({ role }: { role: Role }) {
  return (
    <p role="status">
      This page has no replay.{' '}
      <Anchor component={Link} to={`/${role}/dashboard`} underline="always">
        Back to the dashboard
      </Anchor>
    </p>
  )
}

/** Query parameters of the replay itself. */
const OWN = ['at', 'with', 'span', 'follow']

/**
 * Returns the replay's address for an inner one.
 * `shown` is the query of the current address.
 */
function outerPath(base: string, to: To, shown: string, at: string | null): string {
  const { pathname = '', search = '', hash = '' } = typeof to === 'string' ? new URL(to, location.origin) : to
  const params = new URLSearchParams(search)
  const own = new URLSearchParams(shown)
  for (const name of OWN) {
    const value = name === 'at' ? at : own.get(name)
    if (value !== null) params.set(name, value)
  }
  return createPath({ pathname: base + pathname, search: String(params), hash })
}

function innerSearch(search: string): string {
  const params = new URLSearchParams(search)
  for (const name of OWN) params.delete(name)
  return String(params)
}

/** A nested router: screens read and write addresses as in their own portal. */
function BoardRouter({ base, at, children }: { base: string; at: string | null; children: ReactNode }) {
  const outer = useLocation()
  const navigate = useNavigate()
  const latest = useRef({ at, search: outer.search, navigate })
  latest.current = { at, search: outer.search, navigate }
  const navigator = useMemo((): Navigator => {
    const path = (to: To) => outerPath(base, to, latest.current.search, latest.current.at)
    return {
      createHref: path,
      go: (delta) => void latest.current.navigate(delta),
      push: (to, state, options) => void latest.current.navigate(path(to), { ...options, state }),
      replace: (to, state, options) => void latest.current.navigate(path(to), { ...options, state, replace: true }),
    }
  }, [base])
  const search = innerSearch(outer.search)
  const inner = { ...outer, pathname: outer.pathname.slice(base.length), search: search && `?${search}` }
  return (
    <InnerRouter location={inner} navigator={navigator}>
      {children}
    </InnerRouter>
  )
}
