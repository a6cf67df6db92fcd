import { Button } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { useCityTerms } from '#web/lib/format/city-terms.ts'
import { withUnit } from '#web/lib/format/numbers.ts'
import { useTitle } from '#web/lib/hooks/page.ts'
import { About, Features, Testimonials } from '#web/pages/public/landing/sections.tsx'
import { Services } from '#web/pages/public/landing/services.tsx'
import { PublicFrame } from '#web/pages/public/public-frame.tsx'
import classes from './landing/landing.module.css'
import { SampleBoard } from './landing/sample-board.tsx'

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

/** Drawing of a zone's streets, its bins, and one round through the full ones. */
function Streets({ className }: { className: string }) {
  return (
    <svg className={className} viewBox="0 0 1100 740" preserveAspectRatio="xMaxYMid slice" aria-hidden="true">
      <path className={classes.street} d={streets} />
      <path className={classes.round} d={round} />
      {waiting.map(([x, y]) => (
        <circle key={`${x} ${y}`} className={classes.waiting} cx={x} cy={y} r="4" />
      ))}
      {bins.map(([x, y]) => (
        <circle key={`${x} ${y}`} className={classes.full} cx={x} cy={y} r="5" />
      ))}
    </svg>
  )
}

/** Top of the landing page: the promise, two calls to action and a sample board. */
function Hero() {
  const { name } = useCityTerms()
  return (
    <section id="home" className={classes.hero}>
      <Streets className={classes.streets!} />
      <div className={classes.inner}>
        <div>
          <h1 className={classes.title}>
            Collected when it’s full, <em>not when it’s Tuesday.</em>
          </h1>
          <p className={classes.lead}>
            Residents report a full bin in one tap. Dispatchers watch each zone fill up, live, and send a truck when the
            round is worth it. Recyclers know what is coming before it arrives.
          </p>
          <div className={classes.actions}>
            <Button component={Link} to="/auth/signup" className={classes.action}>
              Start Your Journey
            </Button>
            <Button
              component={Link}
              to="/demo"
              variant="default"
              className={classes.action}
              leftSection={<IconPlayerPlay size={18} stroke={1.75} aria-hidden="true" />}
            >
              Watch Demo
            </Button>
          </div>
          <p className={classes.note}>Free for residents of {name}.</p>
        </div>
        <SampleBoard />
      </div>
    </section>
  )
}

const claims = [
  { figure: 'Up to 60%', what: 'fuel savings' },
  { figure: '95%', what: 'AI accuracy' },
  { figure: '24/7', what: 'updates' },
  { figure: '30-second', what: 'dashboard refresh cycles' },
  { figure: '99.9%', what: 'uptime' },
]

/** Claims, with a measurement of this installation beside them. */
function Stats() {
  const answeredMs = useResponseTime()
  return (
    <section className={classes.stats} aria-label="In figures">
      <dl className={classes.claims}>
        {claims.map(({ figure, what }) => (
          <div key={what} className={classes.claim}>
            <dt>{what}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
      {answeredMs !== null && (
        <p className={classes.measured}>
          Measured on this installation just now: it answered in {withUnit(answeredMs, 'ms')}.
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

/** Returns the response time in ms; null while unknown and without a server. */
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

/** Last section of the landing page: the call to action. */
function Closing() {
  return (
    <section className={classes.closing} aria-labelledby="begin">
      <div className={classes.closingInner}>
        <h2 id="begin" className={classes.closingTitle}>
          Is your bin full? Say so.
        </h2>
        <div className={classes.closingActions}>
          <Button component={Link} to="/auth/signup" className={classes.closingAction}>
            Get Started
          </Button>
          <Link to="/login" className={classes.link}>
            or try the demo first
          </Link>
        </div>
      </div>
    </section>
  )
}
