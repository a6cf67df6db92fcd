/** The privacy policy: stored data, encryption and deletion. */
import { Link } from 'react-router'
import { useCityTerms } from '#web/lib/format/city-terms.ts'
import { Article } from '#web/pages/public/frame/article.tsx'

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
