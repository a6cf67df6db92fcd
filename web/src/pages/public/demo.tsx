/** Demo pages without sign-in: the guided demo, and a simulated phone. */

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Suspense, use, useCallback, useEffect, useMemo, useState } from 'react'
import { Provider } from 'react-redux'
import { createPath, Link, type Navigator, type To } from 'react-router'
import { TOUR_ROLES, type TourRecording, type TourRole } from '#contract/demo/tour-recording.ts'
import { KeypadPhone, SmsList } from '#web/features/simulator/keypad-phone.tsx'
import classes from '#web/features/simulator/simulator.module.css'
import { USSD_SERVICE_CODE, useKeypadPhone } from '#web/features/simulator/use-phone.ts'
import { useTour, useTourRecording } from '#web/features/tour/tour-controls.tsx'
import { TourFrame } from '#web/features/tour/tour-frame.tsx'
import { FeedContext } from '#web/lib/feed/feed-provider.tsx'
import { InnerRouter } from '#web/lib/feed/replay-provider.tsx'
import { getDemoDisabledReason, openRecordingPlayer, type RecordingPlayer } from '#web/lib/feed/replay-store.ts'
import { useTitle, useTitlePrefix } from '#web/lib/hooks/page.ts'
import { ClockContext, CommandsDisabledContext, type DisabledButtonProps } from '#web/lib/hooks/replay-context.ts'
import type { PageProps, Portal, PortalLoaders } from '#web/pages/screen.ts'
import { ErrorBoundary, LoadingPage } from '#web/ui/states.tsx'
import { Article } from './public-frame.tsx'

/** The guided demo: a day of a resident, a dispatcher and a recycler. */
export function WatchDemo({ portals }: PageProps) {
  const { tape, failed, load } = useTourRecording()
  useTitle(t`Watch`)
  useTitlePrefix(t`Demo`)
  if (failed)
    return (
      <p role="alert">
        <Trans>The demo could not be loaded. Check your connection.</Trans>{' '}
        <Button mih={36} onClick={load}>
          <Trans>Retry</Trans>
        </Button>
      </p>
    )
  return tape && portals ? <Tour tape={tape} portals={portals} /> : <LoadingPage />
}

function Tour({ tape, portals }: { tape: TourRecording; portals: PortalLoaders }) {
  const tour = useTour(tape)
  const [note, setNote] = useState('')
  const screens = useMemo(
    () =>
      Object.fromEntries(TOUR_ROLES.map((role) => [role, openRecordingPlayer(tape, role)])) as Record<
        TourRole,
        RecordingPlayer
      >,
    [tape],
  )
  const { moment } = tour
  useEffect(() => {
    for (const role of TOUR_ROLES) screens[role].show(moment)
    setNote('')
  }, [screens, moment])
  const leave = useCallback(() => setNote(t`The demo shows only this screen. Sign in to see the others.`), [])
  const off: DisabledButtonProps = { disabled: true, title: getDemoDisabledReason() }
  const now = Date.parse(tape.moments[moment]?.time ?? '')
  const screen = (role: TourRole) => (
    <Provider store={screens[role].store}>
      <FeedContext value={screens[role].feed}>
        <ClockContext value={now}>
          <CommandsDisabledContext value={off}>
            <OwnRouter path={`/${role}/dashboard`} leave={leave}>
              <ErrorBoundary>
                <Suspense fallback={<LoadingPage />}>
                  <Dashboard portals={portals} role={role} />
                </Suspense>
              </ErrorBoundary>
            </OwnRouter>
          </CommandsDisabledContext>
        </ClockContext>
      </FeedContext>
    </Provider>
  )
  return <TourFrame tape={tape} tour={tour} note={note} screen={screen} />
}

function Dashboard({ portals, role }: { portals: PortalLoaders; role: TourRole }) {
  const { screens } = use<Portal>(portals[role]())
  const Page = screens.find(({ path }) => path === 'dashboard')?.page
  return Page && <Page />
}

/** Router for one demo screen, with a fixed path and a changeable query. */
function OwnRouter({ path, leave, children }: { path: string; leave(): void; children: React.ReactNode }) {
  const [location, setLocation] = useState(path)
  const navigator = useMemo((): Navigator => {
    const go = (to: To) => {
      const { pathname, search } = typeof to === 'string' ? new URL(to, window.location.origin) : to
      if (pathname === undefined || pathname === path) setLocation(path + (search ?? ''))
      else leave()
    }
    return {
      createHref: (to) => (typeof to === 'string' ? to : createPath(to)),
      go: () => undefined,
      push: go,
      replace: go,
    }
  }, [path, leave])
  return (
    <InnerRouter location={location} navigator={navigator}>
      {children}
    </InnerRouter>
  )
}

/** The phone simulator: a keypad phone that calls a gateway's endpoint. */
export function DemoPhone() {
  return (
    <Article title={t`Report without a smartphone`} lead={t`This phone is simulated, but it dials the real server.`}>
      <Simulator />
    </Article>
  )
}

function Simulator() {
  const phone = useKeypadPhone()
  const { line, retry } = phone
  if (line.state === 'opening') return <LoadingPage />
  if (line.state === 'none')
    return (
      <p role="alert">
        <Trans>There is no phone simulator here. It exists only in the demo on your own computer.</Trans>
      </p>
    )
  if (line.state === 'failed')
    return (
      <p role="alert">
        <Trans>The phone could not be opened. Check your connection.</Trans>{' '}
        <Button mih={36} onClick={() => void retry()}>
          <Trans>Retry</Trans>
        </Button>
      </p>
    )
  return (
    <div className={classes.page}>
      <KeypadPhone phone={phone} number={line.phone.number} />
      <div className={classes.beside}>
        <section aria-labelledby="steps-title">
          <h2 id="steps-title" className={classes.subtitle}>
            <Trans>Try it</Trans>
          </h2>
          <ol className={classes.steps}>
            <li>{t`Press the green key. It dials ${{ code: USSD_SERVICE_CODE }}.`}</li>
            <li>
              <Trans>Press 1, then the green key, and choose a zone. Your name is optional.</Trans>
            </li>
            <li>
              <Trans>
                The report is on the board. <Link to="/auth/signin">Sign in as a dispatcher</Link> in another tab and
                send a truck: the SMS arrives here.
              </Trans>
            </li>
          </ol>
          <p className={classes.hint}>
            <Trans>
              You can also use the keyboard: type digits, Enter sends, Backspace erases, Escape hangs up. Each browser
              tab has its own phone number.
            </Trans>
          </p>
        </section>
        <SmsList phone={phone} />
      </div>
    </div>
  )
}
