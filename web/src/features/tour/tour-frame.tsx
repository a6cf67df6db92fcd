/** Frame of the tour: demo notice, screens side by side, and controls. */
import './styles.ts'
import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { type Tape, TOUR_ROLES, type TourRole } from '#contract/city/tape.ts'
import { Logo } from '#web/components/logo.tsx'
import { ThemeToggle } from '#web/components/theme-toggle.tsx'
import { inCity } from '#web/format/city-time.ts'
import { clock } from '#web/format/times.ts'
import { ScreenFrame } from './screen-frame.tsx'
import classes from './tour.module.css'
import { TourBar } from './tour-bar.tsx'
import { useKeys } from './use-keys.ts'
import type { Tour } from './use-tour.ts'

const day = inCity({ weekday: 'long', day: 'numeric', month: 'long' })
const WHOSE: Record<TourRole, string> = {
  resident: 'Resident’s phone',
  dispatcher: 'Dispatcher’s board',
  recycler: 'Recycler’s figures',
}

export interface TourFrameProps {
  tape: Tape
  tour: Tour
  note: string
  screen(role: TourRole): ReactNode
}

export function TourFrame({ tape, tour, note, screen }: TourFrameProps) {
  const { time } = tape.moments[tour.moment] as Tape['moments'][number]
  const { shows, sight } = tape.scenes[tour.scene] as Tape['scenes'][number]
  const onKey = useKeys(tour)
  const [front, setFront] = useState<TourRole>(shows[0])
  // A small window follows the story until the user chooses a screen, and again from the next scene.
  useEffect(() => setFront(shows[0]), [shows])
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <Link to="/" className={classes.home} aria-label="WasteSense, start page">
          <Logo />
        </Link>
        <h1 className={classes.title}>
          Demo <span className={classes.nothing}>· nothing is sent</span>
          <span className={classes.more}>, and its people are made up</span>
        </h1>
        <time className={classes.clock} dateTime={time}>
          <span className={classes.more}>{day(Date.parse(time))} </span>
          {clock(time)}
        </time>
        <ThemeToggle />
        <ActionIcon
          component={Link}
          to="/"
          size={44}
          variant="subtle"
          color="var(--ws-text)"
          aria-label="Close the demo"
        >
          <IconX size={20} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      </header>
      <main className={classes.main}>
        <fieldset className={classes.chooser} aria-label="Whose screen">
          {TOUR_ROLES.filter((role) => shows.includes(role)).map((role) => (
            <button
              key={role}
              type="button"
              className={classes.choice}
              aria-pressed={role === front}
              onClick={() => setFront(role)}
            >
              {WHOSE[role]}
            </button>
          ))}
        </fieldset>
        <div className={classes.stage}>
          {TOUR_ROLES.map((role) => (
            <div
              key={role}
              className={classes.screen}
              data-role={role}
              data-shown={shows.includes(role) || undefined}
              data-front={role === front || undefined}
            >
              <p className={classes.whose} aria-hidden="true">
                {WHOSE[role]}
              </p>
              <div className={classes.glass}>
                <ScreenFrame
                  title={WHOSE[role]}
                  className={classes.window}
                  scene={tour.scene}
                  sight={role === shows[0] ? sight : undefined}
                  onKey={onKey}
                >
                  {screen(role)}
                </ScreenFrame>
              </div>
            </div>
          ))}
        </div>
      </main>
      <TourBar tape={tape} tour={tour} note={note} />
    </div>
  )
}
