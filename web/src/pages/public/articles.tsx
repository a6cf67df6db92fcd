/** Public pages of text: help, contact, privacy and terms. */
import { Link } from 'react-router'
import { useCityTerms } from '#web/lib/format/city-terms.ts'
import { Article } from '#web/pages/public/public-frame.tsx'

/** The help center: instructions and remedies. */
export function Help() {
  return (
    <Article title="Help Center" lead="The few things that people ask, answered as the product works today.">
      <h2>How do I report a full bin?</h2>
      <p>
        <Link to="/auth/signup">Create an account</Link> with your zone, open your dashboard and choose Report Now. A
        note is optional: say what a driver should know, such as a locked gate. That is all.
      </p>
      <h2>Why can’t I report again?</h2>
      <p>
        One report counts for your bin until it is collected, so that every zone’s figure can be trusted. The button
        comes back with the confirmation of the collection.
      </p>
      <h2>When does the truck come?</h2>
      <p>
        When enough bins of your zone are reported. The dispatcher is told as soon as that is so. Your dashboard shows
        how far your zone has come, and changes by itself.
      </p>
      <h2>I have no network</h2>
      <p>
        Report all the same. The report is kept on your device, waits there with its note, and goes out by itself when
        the network is back. It counts once, however often it has to be sent.
      </p>
      <h2>I forgot my password</h2>
      <p>
        <Link to="/forgot-password">Ask for a link</Link> with your email or employee ID. It sets a new password, works
        once, and ends your sessions on all devices.
      </p>
      <h2>How do I choose what I am told, change my password or delete my account?</h2>
      <p>
        Open your Profile. Under Settings are the theme, the notifications and the password. Residents find Delete
        Account at the end of the Profile tab.
      </p>
      <h2>I work for the city. How do I sign in?</h2>
      <p>
        With your employee ID, such as DISP001, or with your email. Your administrator creates the account. Staff can’t
        sign up by themselves.
      </p>
      <h2>The board says that it is not live</h2>
      <p>
        Then your network keeps the live connection closed, or the server is restarting. The board goes on by asking
        every 30 seconds and becomes live again by itself. Nothing that you sent is lost.
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
    <Article title="Contact Us" lead="WasteSense is run by the city that uses it, so the right address is close by.">
      <h2>About a collection</h2>
      <p>
        Ask the waste office of your zone. Tell them your zone and when you reported: they see the same report that you
        see.
      </p>
      <h2>About your account</h2>
      <p>
        A forgotten password needs nobody: <Link to="/forgot-password">ask for a link by mail</Link>. For anything else
        staff ask their administrator, and residents the people who run this installation. They also answer questions
        about <Link to="/privacy">personal data</Link>.
      </p>
      <h2>About the software</h2>
      <p>
        WasteSense is open source under the MIT license. Faults and wishes belong in the issue list of the repository
        that this installation was made from. Please leave names and addresses of residents out of them.
      </p>
      <p>
        There is no message form here, since nobody would be sure to read it. The <Link to="/help">Help Center</Link>{' '}
        answers what is asked most.
      </p>
    </Article>
  )
}

/** The privacy policy: stored data, encryption and deletion. */
export function Privacy() {
  const { country } = useCityTerms()
  return (
    <Article title="Privacy Policy" lead="What WasteSense keeps about you, who can read it, and how it is erased.">
      <h2>What is kept</h2>
      <ul>
        <li>Your name, your email address, your phone number if you give one, and your zone.</li>
        <li>Your reports: when, in which zone, the note that you wrote, and when the bin was collected.</li>
        <li>Your settings, and of staff when they signed in.</li>
        <li>Your password only as a one-way hash (argon2id). Nobody can read it, we included.</li>
      </ul>
      <p>Your location is not recorded. There are no advertisements, no trackers and no cookies.</p>
      <h2>Where, and who can read it</h2>
      <p>
        On the servers of the city that runs this installation. Name, email, phone and notes are encrypted (AES-256-GCM)
        with a key that belongs to you alone before they are written to the record. They are opened only when somebody
        who may read them looks at a screen: you, dispatchers for the reports that they serve, and administrators for
        the lists of users and reports. Auditors read what happened without names; where one needs yours or looks you up
        by name or email, they say why, and your profile shows you who it was and the reason.
      </p>
      <p>
        Your browser keeps who is signed in until you log out, the theme, and the app itself, so that it opens without a
        network. A report that waits for the network stays on your device until it is sent. Each device keeps its own.
      </p>
      <p>
        Mail is sent to you for one purpose: the link that sets a new password, when somebody asks for it. It leaves
        through the city’s mail server. An installation without one keeps the mail as files for its administrators, and
        drops them with the first mail after a day.
      </p>
      <h2>How long, and how it is erased</h2>
      <p>
        As long as the account exists. <Link to="/resident/profile">Delete Account</Link> in your profile erases it at
        once, upon your password; an administrator can do the same for you. Its key is deleted, so that every store,
        copy and backup of the record shows ‘Erased resident’ from then on. What remains is that a bin of a zone was
        full on a certain day, without a name. Mails that were sent before are not part of the record, and are not
        called back.
      </p>
      <h2>Your rights</h2>
      <p>
        {country === 'Ghana' ? 'Ghana’s Data Protection Act, 2012 (Act 843)' : `The data protection law of ${country}`}{' '}
        gives you the right to know what is held about you, to have it corrected or erased, and to object to its use.
        ‘Download my data’ in your profile gives you all of it at once. Turn to the people who run this installation (
        <Link to="/contact">how to reach them</Link>) or to the country’s data protection authority
        {country === 'Ghana' && ', the Data Protection Commission'}.
      </p>
    </Article>
  )
}

/** The terms of service. */
export function Terms() {
  const { country } = useCityTerms()
  return (
    <Article title="Terms of Service" lead="The rules of using WasteSense. They fit on one page, on purpose.">
      <h2>Using it</h2>
      <p>
        An account is for one person, and residents use it free of charge. Report your own bin, and only when it is
        full: the reports of a zone decide when a truck drives. Keep your password to yourself.
      </p>
      <h2>What you can expect</h2>
      <p>
        A report is recorded before it is confirmed to you. It is a request and not a promise: a collection depends on
        trucks, roads and the other bins of your zone. Forecasts and recognised materials are estimates and are marked
        as such.
      </p>
      <h2>What it is not for</h2>
      <p>
        Not for emergencies, and not for hazardous or medical waste. Call the authorities in charge for these. Accounts
        that file false reports, or try to reach other people’s data, can be closed.
      </p>
      <h2>Leaving</h2>
      <p>
        Residents can delete their account at any time, in their profile. Accounts of staff are closed by an
        administrator.
      </p>
      <h2>Your data</h2>
      <p>
        The <Link to="/privacy">Privacy Policy</Link> says what is kept and how it is erased.
      </p>
      <h2>The software</h2>
      <p>
        WasteSense is licensed under the MIT license, without warranty of any kind. The laws of {country} apply to the
        service.
      </p>
    </Article>
  )
}
