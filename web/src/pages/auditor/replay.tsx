/** Page that replays dispatchers' and recyclers' screens as they were at the time in the address. */

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor } from '@mantine/core'
import { type ReactNode, Suspense, use, useMemo, useRef } from 'react'
import {
  createPath,
  Link,
  Navigate,
  type Navigator,
  Route,
  Routes,
  type To,
  useLocation,
  useNavigate,
} from 'react-router'
import type { Role } from '#domain/city.ts'
import { MomentComparisonPanel } from '#web/features/replay/comparison.tsx'
import { ReplayBar, ReplayFrame } from '#web/features/replay/replay-bar.tsx'
import { useReplay } from '#web/features/replay/use-replay.ts'
import { InnerRouter, ReplayProvider } from '#web/lib/feed/replay-provider.tsx'
import { withColon } from '#web/lib/format/labels.ts'
import { useTitle } from '#web/lib/hooks/page.ts'
import type { PageProps, Portal, Screen } from '#web/pages/screen.ts'
import { LoadingPage } from '#web/ui/states.tsx'

const ROLES = ['dispatcher', 'recycler'] as const satisfies readonly Role[]
const PERSONAL_SCREENS = ['profile', 'notifications', 'models/waste-detector']
const roleNames = () => ({ dispatcher: t`Dispatcher`, recycler: t`Recycler` })

interface ReplayScreen {
  /** Path of the replayed screen after the replay's own, such as '/dispatcher/dashboard'. */
  path: string
  label: string
}

const replayScreensOf = ({ screens }: Portal): readonly Screen[] =>
  screens.filter(({ path }) => !PERSONAL_SCREENS.includes(path))

/** Portals (sets of a role's screens) that can be replayed. */
type ReplayPortals = { [R in (typeof ROLES)[number]]: Portal<R> }

/**
 * Returns the screens that can be selected for a replay.
 * Omits screens that are not in the navigation but are reached by links.
 */
const replayChoices = (portals: ReplayPortals): ReplayScreen[] =>
  ROLES.flatMap((role) =>
    replayScreensOf(portals[role]).flatMap(({ path, link }) =>
      link ? [{ path: `/${role}/${path}`, label: withColon(roleNames()[role], link.label()) }] : [],
    ),
  )

/** Returns a replayed screen's role; undefined for an unknown screen. */
const roleOf = (board: string) => ROLES.find((role) => board.startsWith(`/${role}/`))

interface ReplayedScreenProps {
  /**
   * Path of the replay page.
   * The path of the replayed screen follows after it.
   */
  base: string
  portal: Portal
  /**
   * Moment of the replay that its links contain.
   * Null if the user has chosen none.
   */
  at: string | null
}

function ReplayedScreen({ base, portal, at }: ReplayedScreenProps) {
  const { role } = portal
  return (
    <BoardRouter base={base} at={at}>
      <Suspense fallback={<LoadingPage />}>
        <Routes>
          {replayScreensOf(portal).map(({ path, page: Page }) => (
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
      <span>
        <Trans>This page cannot be replayed.</Trans>
      </span>{' '}
      <Anchor component={Link} to={`/${role}/dashboard`} underline="always">
        <Trans>Back to the dashboard</Trans>
      </Anchor>
    </p>
  )
}

/** Query parameters of the replay, not of the replayed screen. */
const REPLAY_PARAMS = ['at', 'with', 'span', 'follow']

/**
 * Returns the browser address that shows the address `to` inside the replayed screen.
 * `shown` is the query of the browser's current address.
 */
function outerPath(base: string, to: To, shown: string, at: string | null): string {
  const { pathname = '', search = '', hash = '' } = typeof to === 'string' ? new URL(to, location.origin) : to
  const params = new URLSearchParams(search)
  const own = new URLSearchParams(shown)
  for (const name of REPLAY_PARAMS) {
    const value = name === 'at' ? at : own.get(name)
    if (value !== null) params.set(name, value)
  }
  return createPath({ pathname: base + pathname, search: String(params), hash })
}

function innerSearch(search: string): string {
  const params = new URLSearchParams(search)
  for (const name of REPLAY_PARAMS) params.delete(name)
  return String(params)
}

/** Router for a replayed screen, which keeps its own address inside the replay page. */
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

const REPLAY = '/auditor/replay'
const FIRST = '/dispatcher/dashboard'

export function AuditorReplay({ portals }: PageProps) {
  const { pathname, search } = useLocation()
  const board = pathname.slice(REPLAY.length)
  const role = roleOf(board)
  const found = portals && { dispatcher: use(portals.dispatcher()), recycler: use(portals.recycler()) }
  if (!role) return <Navigate to={REPLAY + FIRST + search} replace />
  return found && <Replay key={role} role={role} board={board} portals={found} />
}

function Replay({ role, board, portals }: { role: keyof ReplayPortals; board: string; portals: ReplayPortals }) {
  useTitle(t`Replay`)
  const replay = useReplay(role)
  return (
    <ReplayFrame
      replay={replay}
      comparison={<MomentComparisonPanel replay={replay} />}
      bar={<ReplayBar replay={replay} boards={replayChoices(portals)} board={board} base={REPLAY} />}
    >
      <ReplayProvider past={replay.past}>
        <ReplayedScreen base={REPLAY} portal={portals[role]} at={replay.at} />
      </ReplayProvider>
    </ReplayFrame>
  )
}
