/** A board of another role, in its own addresses: what it links to stays in the replay, at the moment that is shown. */
import { Anchor } from '@mantine/core'
import { type ReactNode, Suspense, useMemo, useRef } from 'react'
import { createPath, Link, type Navigator, Route, Routes, type To, useLocation, useNavigate } from 'react-router'
import type { Role } from '#rules/city.ts'
import { InnerRouter } from '#web/components/inner-router.tsx'
import { LoadingPage } from '#web/components/loading-page.tsx'
import type { Portal } from '#web/pages/portal.ts'
import { boardsOf } from './boards.ts'

export interface ReplayedBoardProps {
  /** The address of the replay. */
  base: string
  portal: Portal
  /** The moment that links lead to. */
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

/** What of the address belongs to the replay and not to its board. */
const OWN = ['at', 'with', 'span', 'follow']

/** `shown`: the search of the replay's own address. */
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

/** A router within the app's: boards read and write addresses as if they stood in their own role's portal. */
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
