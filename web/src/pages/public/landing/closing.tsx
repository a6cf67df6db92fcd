/** Last section of the landing page: the call to action. */
import { Button } from '@mantine/core'
import { Link } from 'react-router'
import classes from './closing.module.css'

export function Closing() {
  return (
    <section className={classes.closing} aria-labelledby="begin">
      <div className={classes.inner}>
        <h2 id="begin" className={classes.title}>
          Is your bin full? Say so.
        </h2>
        <div className={classes.actions}>
          <Button component={Link} to="/auth/signup" className={classes.action}>
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
