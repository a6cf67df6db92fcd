/** Top of the landing page: the promise, two calls to action and a sample board. */
import { Button } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useCityWords } from '#web/format/city-words.ts'
import classes from './hero.module.css'
import { SampleBoard } from './sample-board.tsx'
import { Streets } from './streets.tsx'

export function Hero() {
  const { name } = useCityWords()
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
