/** Public pages of text: help, contact, privacy and terms. */
import { Link } from 'react-router'
import { useCityTerms } from '#web/lib/format/city-terms.ts'
import { Article } from '#web/pages/public/public-frame.tsx'

/** The help center: instructions and remedies. */
export function Help() {
  return (
    <Article title="Help Center" lead="Answers to the questions that people ask most.">
      <h2>How do I report a full bin?</h2>
      <p>
        <Link to="/auth/signup">Create an account</Link> with your zone, open your dashboard and press Report Now. You
        can add a note for the driver, for example about a locked gate.
      </p>
      <h2>Why can’t I report again?</h2>
      <p>
        Your bin has one report until it is collected, so that each zone’s count is right. You can report again once the
        collection is confirmed.
      </p>
      <h2>When does the truck come?</h2>
      <p>
        A dispatcher sends one when enough bins in your zone are reported. Your dashboard shows the progress of your
        zone and updates automatically.
      </p>
      <h2>I have no network</h2>
      <p>
        You can still report. The report is saved on your device and sent automatically when you are online again. It
        counts once.
      </p>
      <h2>I forgot my password</h2>
      <p>
        <Link to="/forgot-password">Request a link</Link> with your email or employee ID to set a new password. You will
        then be signed out on all devices.
      </p>
      <h2>How do I choose my notifications, change my password or delete my account?</h2>
      <p>
        Open your Profile. The Settings tab has the theme, the notifications and the password. Residents find Delete
        Account at the end of the Profile tab.
      </p>
      <h2>I work for the city. How do I sign in?</h2>
      <p>
        With your employee ID, such as DISP001, or your email. Staff can’t sign up: your administrator creates the
        account.
      </p>
      <h2>Why does the board say that it is not live?</h2>
      <p>
        Your network blocks the live connection, or the server is restarting. The board refreshes every 30 seconds until
        it is live again. Nothing that you sent is lost.
      </p>
      <p>
        Something else? <Link to="/contact">Contact us</Link>.
      </p>
    </Article>
  )
}

/** Contacts for questions. */
export function Contact() {
  return (
    <Article title="Contact Us" lead="The city that uses WasteSense also runs it.">
      <h2>About a collection</h2>
      <p>Ask the waste office of your zone. Tell them your zone and when you reported.</p>
      <h2>About your account</h2>
      <p>
        Forgot your password? <Link to="/forgot-password">Request a link by email</Link>. For anything else, and for
        questions about <Link to="/privacy">personal data</Link>, staff ask their administrator and residents ask the
        city’s waste office.
      </p>
      <h2>About the software</h2>
      <p>
        WasteSense is open source under the MIT license. Report problems and ideas in the issue list of its repository.
        Please do not include names or addresses of residents.
      </p>
      <p>
        The <Link to="/help">Help Center</Link> answers the most common questions.
      </p>
    </Article>
  )
}

/** The privacy policy: stored data, encryption and deletion. */
export function Privacy() {
  const { country } = useCityTerms()
  return (
    <Article
      title="Privacy Policy"
      lead="What data WasteSense stores about you, who can read it, and how it is erased."
    >
      <h2>What is stored</h2>
      <ul>
        <li>Your name, email address, phone number (if you give one) and zone.</li>
        <li>Your reports: time, zone, note, and when the bin was collected.</li>
        <li>Your settings. For staff, also the times of sign-ins.</li>
        <li>Your password, only as a one-way hash (argon2id). Nobody can read it, not even us.</li>
      </ul>
      <p>Your location is not recorded. There are no ads, trackers or cookies.</p>
      <h2>Where it is stored and who can read it</h2>
      <p>
        Your data is on the servers of the city that runs this installation. Your name, email, phone and notes are
        encrypted (AES-256-GCM) with a key of your own. You can read them, dispatchers can read them on the reports that
        they handle, and administrators can read them in the lists of users and reports. Auditors see the history
        without names. An auditor who opens your name or looks you up must give a reason. Your profile shows who did it
        and why.
      </p>
      <p>
        Your browser stores your session until you log out, the theme, and the app itself, so that it opens offline. A
        report that you make offline stays on that device until it is sent.
      </p>
      <p>
        We send you email to confirm your address, when a new password is requested, and for reports that you subscribe
        to. It is sent through the city’s mail server. Without a mail server, emails are stored as files for the
        administrators and deleted after about a day.
      </p>
      <h2>How long it is stored and how it is erased</h2>
      <p>
        Your data is stored as long as the account exists. <Link to="/resident/profile">Delete Account</Link> in your
        profile erases it at once; an administrator can also do this for you. Your key is deleted, so all copies and
        backups show only ‘Erased resident’. Reports remain without your name. Emails that were already sent can’t be
        recalled.
      </p>
      <h2>Your rights</h2>
      <p>
        {country === 'Ghana' ? (
          'Ghana’s Data Protection Act, 2012 (Act 843) gives you the right to know what is stored about you, to have it corrected or erased, and to object to its use.'
        ) : (
          <>
            The data protection law of <span>{country}</span> gives you the right to know what is stored about you, to
            have it corrected or erased, and to object to its use.
          </>
        )}
      </p>
      <p>‘Download my data’ in your profile gives you all of it in one file.</p>
      <p>
        {country === 'Ghana' ? (
          <>
            If you have a request or a complaint, <Link to="/contact">contact us</Link> or the Data Protection
            Commission.
          </>
        ) : (
          <>
            If you have a request or a complaint, <Link to="/contact">contact us</Link> or the country’s data protection
            authority.
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
    <Article title="Terms of Service" lead="The rules for using WasteSense.">
      <h2>Using it</h2>
      <p>
        An account is for one person. It is free for residents. Report only your own bin, and only when it is full: the
        reports of a zone decide when a truck is sent. Keep your password secret.
      </p>
      <h2>What you can expect</h2>
      <p>
        A confirmed report is saved. It is a request, not a promise: a collection depends on trucks, roads and the other
        bins in your zone. Forecasts and detected materials are estimates and are marked as such.
      </p>
      <h2>What it is not for</h2>
      <p>
        Do not use it for emergencies or for hazardous or medical waste: call the authorities. Accounts that make false
        reports or try to access other people’s data can be closed.
      </p>
      <h2>Leaving</h2>
      <p>
        Residents can delete their account in their profile at any time. An administrator closes the accounts of staff.
      </p>
      <h2>Your data</h2>
      <p>
        The <Link to="/privacy">Privacy Policy</Link> says what is stored and how it is erased.
      </p>
      <h2>The software</h2>
      <p>
        WasteSense is licensed under the MIT license, without warranty of any kind. The laws of <span>{country}</span>{' '}
        apply to the service.
      </p>
    </Article>
  )
}
