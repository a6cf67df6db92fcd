/**
 * Legal pages: privacy and terms.
 * They exist only in English until a lawyer has checked a translation.
 */
import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { SOURCE_LOCALE } from '#contract/languages/locales.ts'
import { useCitySettings } from '#web/lib/format/times.ts'
import { i18n } from '#web/lib/language/language.tsx'
import { Article } from '#web/pages/public/public-frame.tsx'

function EnglishOnly() {
  if (i18n.locale === SOURCE_LOCALE) return null
  return (
    <p role="note" lang={i18n.locale}>
      <Trans>This page is in English only.</Trans>
    </p>
  )
}

/** Page of the privacy policy: stored data, encryption and deletion. */
export function Privacy() {
  const { country } = useCitySettings()
  return (
    <Article
      lang={SOURCE_LOCALE}
      title="Privacy Policy"
      lead="What data WasteSense stores about you, who can read it, and how it is erased."
    >
      <EnglishOnly />
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
        Your browser stores your session until you log out, the theme, the language, and the app itself, so that it
        opens offline. A report that you make offline stays on that device until it is sent.
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

/** Page of the terms of service. */
export function Terms() {
  const { country } = useCitySettings()
  return (
    <Article lang={SOURCE_LOCALE} title="Terms of Service" lead="The rules for using WasteSense.">
      <EnglishOnly />
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
