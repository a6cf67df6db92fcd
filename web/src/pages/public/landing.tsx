/** The start page: headline, sample of a dashboard, and sections. */

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { INITIAL_ZONE_CUSTOMERS } from '#domain/zones.ts'
import { withUnit } from '#web/lib/format/numbers.ts'
import { useCitySettings } from '#web/lib/format/times.ts'
import { useTitle } from '#web/lib/hooks/page.ts'
import { About, Features, Services, Testimonials } from '#web/pages/public/landing/sections.tsx'
import { PublicFrame } from '#web/pages/public/public-frame.tsx'
import landingClasses from './landing/landing.module.css'

/**
 * Interval in ms of the start page's animated sample.
 * Each step lists one more report.
 */
const BEAT_MS = 3_200
const START = 92
const BEATS = 12
const ROWS = 4
const people = [
  'Abena O.',
  'Kojo A.',
  'Efua D.',
  'Yaw B.',
  'Adwoa M.',
  'Kwesi T.',
  'Ama S.',
  'Nii L.',
  'Esi K.',
  'Fiifi G.',
  'Naa A.',
  'Kofi P.',
]

/**
 * Returns the number of animation steps so far.
 * Steps count only while the page is visible.
 * For users who prefer reduced motion it stays zero.
 */
function useBeat(): number {
  const [beat, setBeat] = useState(0)
  useEffect(() => {
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const timer = setInterval(() => {
      if (!document.hidden) setBeat((now) => (now + 1) % BEATS)
    }, BEAT_MS)
    return () => clearInterval(timer)
  }, [])
  return beat
}

function Zone({ name, reports, of }: { name: string; reports: number; of: number }) {
  const ready = reports >= of
  return (
    <div className={landingClasses.zone}>
      <div className={landingClasses.zoneHead}>
        <span className={landingClasses.zoneName}>{name}</span>
        <span className={landingClasses.state} data-ready={ready || undefined}>
          {ready ? t`Ready` : t`${of - reports} to go`}
        </span>
      </div>
      <p className={landingClasses.figure}>
        <span>{reports}</span>
        <span>
          {' '}
          <Trans>of {of} bins</Trans>
        </span>
      </p>
      <div className={landingClasses.track}>
        <div
          className={landingClasses.fill}
          data-ready={ready || undefined}
          style={{ width: `${(reports / of) * 100}%` }}
        />
      </div>
    </div>
  )
}

/** A small sample of a dispatcher's dashboard, labelled as a sample. */
function SampleBoard() {
  const beat = useBeat()
  const rows = Array.from({ length: ROWS }, (_, age) => {
    const nth = beat - age + people.length
    return { nth, age, name: people[nth % people.length]! }
  })
  return (
    <figure className={landingClasses.board}>
      <figcaption className={landingClasses.head}>
        <span>
          <Trans>Operations</Trans>
        </span>
        <span className={landingClasses.sample}>
          <Trans>Sample figures</Trans>
        </span>
      </figcaption>
      <div className={landingClasses.zones}>
        <Zone name="Ablekuma North" reports={START + beat} of={INITIAL_ZONE_CUSTOMERS['Ablekuma North']} />
        <Zone
          name="Ayawaso West"
          reports={INITIAL_ZONE_CUSTOMERS['Ayawaso West']}
          of={INITIAL_ZONE_CUSTOMERS['Ayawaso West']}
        />
      </div>
      <div className={landingClasses.list}>
        <p className={landingClasses.listTitle}>
          <Trans>Active reports</Trans>
        </p>
        <ul>
          {rows.map(({ nth, age, name }) => (
            <li key={nth} className={landingClasses.row} data-new={age === 0 || undefined}>
              <span className={landingClasses.dot} />
              <span translate="no">{name}</span>
              <span className={landingClasses.where}>
                <Trans>Ablekuma North</Trans>
              </span>
              <span className={landingClasses.when}>{age === 0 ? t`now` : t`${withUnit(age * 3, 's')} ago`}</span>
            </li>
          ))}
        </ul>
      </div>
      <div className={landingClasses.plan}>
        <span>
          <Trans>
            <strong>T001</strong> to Ayawaso West, 8.9&nbsp;km to the South Dumping Site
          </Trans>
        </span>
        <span className={landingClasses.go}>
          <Trans>Send truck</Trans>
        </span>
      </div>
    </figure>
  )
}

const streets =
  'M-20 120 420 60 1120 150M-20 300 300 250 700 290 1120 240M-20 470 260 430 640 480 1120 420M-20 640 340 600 760 660 1120 610M120-20 160 220 90 760M330-20 300 250 390 760M560-20 600 280 540 760M800-20 760 270 850 760M1010-20 960 250 1040 760'
const round = 'M160 220 300 250 314 320 260 430 350 443 540 470 600 280 700 290 763 283 778 440 850 455 1000 436'
const bins = [
  [160, 220],
  [260, 430],
  [540, 470],
  [600, 280],
  [763, 283],
  [850, 455],
  [1000, 436],
] as const
const waiting = [
  [420, 60],
  [130, 120],
  [800, 106],
  [340, 600],
  [640, 643],
  [905, 636],
  [978, 130],
  [420, 455],
] as const

/** Drawing of a zone's streets and bins, with a route through full ones. */
function Streets({ className }: { className: string }) {
  return (
    <svg className={className} viewBox="0 0 1100 740" preserveAspectRatio="xMaxYMid slice" aria-hidden="true">
      <path className={landingClasses.street} d={streets} />
      <path className={landingClasses.round} d={round} />
      {waiting.map(([x, y]) => (
        <circle key={`${x} ${y}`} className={landingClasses.waiting} cx={x} cy={y} r="4" />
      ))}
      {bins.map(([x, y]) => (
        <circle key={`${x} ${y}`} className={landingClasses.full} cx={x} cy={y} r="5" />
      ))}
    </svg>
  )
}

/** Top of the start page: headline, two buttons, sample. */
function Hero() {
  const { name } = useCitySettings()
  return (
    <section id="home" className={landingClasses.hero}>
      <Streets className={landingClasses.streets!} />
      <div className={landingClasses.inner}>
        <div>
          <h1 className={landingClasses.title}>
            <Trans>
              Collected when it’s full, <em>not when it’s Tuesday.</em>
            </Trans>
          </h1>
          <p className={landingClasses.lead}>
            <Trans>
              Residents report a full bin in one tap. Dispatchers watch each zone fill up, live, and send a truck when
              the trip is worth it. Recyclers know which waste is coming before it arrives.
            </Trans>
          </p>
          <div className={landingClasses.actions}>
            <Button component={Link} to="/auth/signup" className={landingClasses.action}>
              <Trans>Start Your Journey</Trans>
            </Button>
            <Button
              component={Link}
              to="/demo"
              variant="default"
              className={landingClasses.action}
              leftSection={<IconPlayerPlay size={18} stroke={1.75} aria-hidden="true" />}
            >
              <Trans>Watch Demo</Trans>
            </Button>
          </div>
          <p className={landingClasses.note}>
            <Trans>
              Free for residents of <span>{name}</span>.
            </Trans>
          </p>
        </div>
        <SampleBoard />
      </div>
    </section>
  )
}

const claims = () => [
  { figure: t`Up to 60%`, what: t`fuel savings` },
  { figure: '95%', what: t`AI accuracy` },
  { figure: '24/7', what: t`updates` },
  { figure: t`30-second`, what: t`dashboard refresh cycles` },
  { figure: '99.9%', what: t`uptime` },
]

/** Product figures, and the response time measured on this installation. */
function Stats() {
  const answeredMs = useResponseTime()
  return (
    <section className={landingClasses.stats} aria-label={t`In figures`}>
      <dl className={landingClasses.claims}>
        {claims().map(({ figure, what }) => (
          <div key={figure} className={landingClasses.claim}>
            <dt>{what}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
      {answeredMs !== null && (
        <p className={landingClasses.measured}>
          <Trans>
            Measured now: this server answered in <span>{withUnit(answeredMs, 'ms')}</span>.
          </Trans>
        </p>
      )}
    </section>
  )
}

async function measure(signal: AbortSignal): Promise<number | null> {
  const asked = performance.now()
  const answer = await fetch('/health', { signal })
  const answeredMs = Math.max(1, Math.round(performance.now() - asked))
  return answer.ok ? answeredMs : null
}

/**
 * Returns the measured response time in ms.
 * Null while unknown or without a connection.
 */
function useResponseTime(): number | null {
  const [answeredMs, setAnsweredMs] = useState<number | null>(null)
  useEffect(() => {
    const leaving = new AbortController()
    measure(leaving.signal).then(setAnsweredMs, (error: unknown) => {
      if (!leaving.signal.aborted) console.info('The server could not be measured.', error)
    })
    return () => leaving.abort()
  }, [])
  return answeredMs
}

export function Landing() {
  useTitle('')
  return (
    <PublicFrame>
      <Hero />
      <Stats />
      <Services />
      <Features />
      <About />
      <Testimonials />
      <Closing />
    </PublicFrame>
  )
}

/** Last section of the start page, with the sign-up button. */
function Closing() {
  return (
    <section className={landingClasses.closing} aria-labelledby="begin">
      <div className={landingClasses.closingInner}>
        <h2 id="begin" className={landingClasses.closingTitle}>
          <Trans>Is your bin full? Say so.</Trans>
        </h2>
        <div className={landingClasses.closingActions}>
          <Button component={Link} to="/auth/signup" className={landingClasses.closingAction}>
            <Trans>Get Started</Trans>
          </Button>
          <Link to="/login" className={landingClasses.link}>
            <Trans>or try the demo first</Trans>
          </Link>
        </div>
      </div>
    </section>
  )
}
