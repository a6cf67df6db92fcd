/** Error page of an unknown site with a link back. */
import { Button } from '@mantine/core'
import { Link } from 'react-router'
import classes from '#web/ui/states.module.css'

export function SiteNotFound() {
  return (
    <div className={`${classes.page} ${classes.inside}`}>
      <h1 className={classes.noticeTitle}>Site Not Found</h1>
      <p className={classes.noticeText}>The requested waste site could not be found or may have been removed.</p>
      <div className={classes.actions}>
        <Button component={Link} to="/recycler/dashboard" size="md">
          Return to Dashboard
        </Button>
      </div>
    </div>
  )
}
