/** Public pages of text: help, contact, privacy and terms. */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { useCityTerms } from '#web/lib/format/city-terms.ts'
import { Article } from '#web/pages/public/public-frame.tsx'

/** The help center: instructions and remedies. */
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
          Your bin has one report until it is collected, so that each zone’s count is right. You can report again once
          the collection is confirmed.
        </Trans>
      </p>
      <h2>
        <Trans>When does the truck come?</Trans>
      </h2>
      <p>
        <Trans>
          A dispatcher sends one when enough bins in your zone are reported. Your dashboard shows the progress of your
          zone and updates automatically.
        </Trans>
      </p>
      <h2>
        <Trans>I have no network</Trans>
      </h2>
      <p>
        <Trans>
          You can still report. The report is saved on your device and sent automatically when you are online again. It
          counts once.
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

/** Contacts for questions. */
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

/** The privacy policy: stored data, encryption and deletion. */
export function Privacy() {
  const { country } = useCityTerms()
  return (
    <Article
      title={t`Privacy Policy`}
      lead={t`What data WasteSense stores about you, who can read it, and how it is erased.`}
    >
      <h2>
        <Trans>What is stored</Trans>
      </h2>
      <ul>
        <li>
          <Trans>Your name, email address, phone number (if you give one) and zone.</Trans>
        </li>
        <li>
          <Trans>Your reports: time, zone, note, and when the bin was collected.</Trans>
        </li>
        <li>
          <Trans>Your settings. For staff, also the times of sign-ins.</Trans>
        </li>
        <li>
          <Trans>Your password, only as a one-way hash (argon2id). Nobody can read it, not even us.</Trans>
        </li>
      </ul>
      <p>
        <Trans>Your location is not recorded. There are no ads, trackers or cookies.</Trans>
      </p>
      <h2>
        <Trans>Where it is stored and who can read it</Trans>
      </h2>
      <p>
        <Trans>
          Your data is on the servers of the city that runs this installation. Your name, email, phone and notes are
          encrypted (AES-256-GCM) with a key of your own. You can read them, dispatchers can read them on the reports
          that they handle, and administrators can read them in the lists of users and reports. Auditors see the history
          without names. An auditor who opens your name or looks you up must give a reason. Your profile shows who did
          it and why.
        </Trans>
      </p>
      <p>
        <Trans>
          Your browser stores your session until you log out, the theme, and the app itself, so that it opens offline. A
          report that you make offline stays on that device until it is sent.
        </Trans>
      </p>
      <p>
        <Trans>
          We send you email to confirm your address, when a new password is requested, and for reports that you
          subscribe to. It is sent through the city’s mail server. Without a mail server, emails are stored as files for
          the administrators and deleted after about a day.
        </Trans>
      </p>
      <h2>
        <Trans>How long it is stored and how it is erased</Trans>
      </h2>
      <p>
        <Trans>
          Your data is stored as long as the account exists. <Link to="/resident/profile">Delete Account</Link> in your
          profile erases it at once; an administrator can also do this for you. Your key is deleted, so all copies and
          backups show only ‘Erased resident’. Reports remain without your name. Emails that were already sent can’t be
          recalled.
        </Trans>
      </p>
      <h2>
        <Trans>Your rights</Trans>
      </h2>
      <p>
        {country === 'Ghana' ? (
          t`Ghana’s Data Protection Act, 2012 (Act 843) gives you the right to know what is stored about you, to have it corrected or erased, and to object to its use.`
        ) : (
          <>
            <Trans>
              The data protection law of <span>{country}</span> gives you the right to know what is stored about you, to
              have it corrected or erased, and to object to its use.
            </Trans>
          </>
        )}
      </p>
      <p>
        <Trans>‘Download my data’ in your profile gives you all of it in one file.</Trans>
      </p>
      <p>
        {country === 'Ghana' ? (
          <>
            <Trans>
              If you have a request or a complaint, <Link to="/contact">contact us</Link> or the Data Protection
              Commission.
            </Trans>
          </>
        ) : (
          <>
            <Trans>
              If you have a request or a complaint, <Link to="/contact">contact us</Link> or the country’s data
              protection authority.
            </Trans>
          </>
        )}
      </p>
    </Article>
  )
}

/** The terms of service. */
export function Terms() {
  const { country } = useCityTerms()
  return (
    <Article title={t`Terms of Service`} lead={t`The rules for using WasteSense.`}>
      <h2>
        <Trans>Using it</Trans>
      </h2>
      <p>
        <Trans>
          An account is for one person. It is free for residents. Report only your own bin, and only when it is full:
          the reports of a zone decide when a truck is sent. Keep your password secret.
        </Trans>
      </p>
      <h2>
        <Trans>What you can expect</Trans>
      </h2>
      <p>
        <Trans>
          A confirmed report is saved. It is a request, not a promise: a collection depends on trucks, roads and the
          other bins in your zone. Forecasts and detected materials are estimates and are marked as such.
        </Trans>
      </p>
      <h2>
        <Trans>What it is not for</Trans>
      </h2>
      <p>
        <Trans>
          Do not use it for emergencies or for hazardous or medical waste: call the authorities. Accounts that make
          false reports or try to access other people’s data can be closed.
        </Trans>
      </p>
      <h2>
        <Trans>Leaving</Trans>
      </h2>
      <p>
        <Trans>
          Residents can delete their account in their profile at any time. An administrator closes the accounts of
          staff.
        </Trans>
      </p>
      <h2>
        <Trans>Your data</Trans>
      </h2>
      <p>
        <Trans>
          The <Link to="/privacy">Privacy Policy</Link> says what is stored and how it is erased.
        </Trans>
      </p>
      <h2>
        <Trans>The software</Trans>
      </h2>
      <p>
        <Trans>
          WasteSense is licensed under the MIT license, without warranty of any kind. The laws of <span>{country}</span>{' '}
          apply to the service.
        </Trans>
      </p>
    </Article>
  )
}
