/** Public text pages: help and contact. */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { Article } from '#web/pages/public/public-frame.tsx'

/** Page of the help center: instructions, and solutions for problems. */
export function Help() {
  return (
    <Article title={t`Help Center`} lead={t`Answers to the questions that people ask most.`}>
      <h2>
        <Trans>How do I report a full bin?</Trans>
      </h2>
      <p>
        <Trans>
          <Link to="/auth/signup">Create an account</Link> with your zone, open your dashboard and press Report Now. You
          can add a note for the driver, for example about a locked gate.
        </Trans>
      </p>
      <h2>
        <Trans>Why can’t I report again?</Trans>
      </h2>
      <p>
        <Trans>
          Each bin can have only one open report, so that the count of your zone is right. You can report again once the
          collection is confirmed.
        </Trans>
      </p>
      <h2>
        <Trans>When does the truck come?</Trans>
      </h2>
      <p>
        <Trans>
          A dispatcher sends a truck when enough bins in your zone are reported. Your dashboard shows the number of
          reports and updates automatically.
        </Trans>
      </p>
      <h2>
        <Trans>I have no network</Trans>
      </h2>
      <p>
        <Trans>
          You can still report. The report is saved on your device and sent automatically when you are online again. It
          is counted only once.
        </Trans>
      </p>
      <h2>
        <Trans>I forgot my password</Trans>
      </h2>
      <p>
        <Trans>
          <Link to="/forgot-password">Request a link</Link> with your email or employee ID to set a new password. You
          will then be signed out on all devices.
        </Trans>
      </p>
      <h2>
        <Trans>How do I choose my notifications, change my password or delete my account?</Trans>
      </h2>
      <p>
        <Trans>
          Open your Profile. The Settings tab has the theme, the notifications and the password. Residents find Delete
          Account at the end of the Profile tab.
        </Trans>
      </p>
      <h2>
        <Trans>I work for the city. How do I sign in?</Trans>
      </h2>
      <p>
        <Trans>
          With your employee ID, such as DISP001, or your email. Staff can’t sign up: your administrator creates the
          account.
        </Trans>
      </p>
      <h2>
        <Trans>Why does the board say that it is not live?</Trans>
      </h2>
      <p>
        <Trans>
          Your network blocks the live connection, or the server is restarting. The board refreshes every 30 seconds
          until it is live again. Nothing that you sent is lost.
        </Trans>
      </p>
      <p>
        <Trans>
          Something else? <Link to="/contact">Contact us</Link>.
        </Trans>
      </p>
    </Article>
  )
}

/** Page with contacts for questions. */
export function Contact() {
  return (
    <Article title={t`Contact Us`} lead={t`The city that uses WasteSense also runs it.`}>
      <h2>
        <Trans>About a collection</Trans>
      </h2>
      <p>
        <Trans>Ask the waste office of your zone. Tell them your zone and when you reported.</Trans>
      </p>
      <h2>
        <Trans>About your account</Trans>
      </h2>
      <p>
        <Trans>
          Forgot your password? <Link to="/forgot-password">Request a link by email</Link>. For anything else, and for
          questions about <Link to="/privacy">personal data</Link>, staff ask their administrator and residents ask the
          city’s waste office.
        </Trans>
      </p>
      <h2>
        <Trans>About the software</Trans>
      </h2>
      <p>
        <Trans>
          WasteSense is open source under the MIT license. Report problems and ideas in the issue list of its
          repository. Please do not include names or addresses of residents.
        </Trans>
      </p>
      <p>
        <Trans>
          The <Link to="/help">Help Center</Link> answers the most common questions.
        </Trans>
      </p>
    </Article>
  )
}
