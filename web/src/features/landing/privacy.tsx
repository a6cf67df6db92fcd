/** The privacy policy: what is kept, how it is sealed, and how it is erased. */
import { Link } from 'react-router'
import { Article } from './article.tsx'

export function Privacy() {
  return (
    <Article title="Privacy Policy" lead="What WasteSense keeps about you, who can read it, and how it is erased.">
      <h2>What is kept</h2>
      <ul>
        <li>Your name, your email address, your phone number if you give one, and your zone.</li>
        <li>Your reports: when, in which zone, the note that you wrote, and when the bin was collected.</li>
        <li>Your password only as a one-way hash (argon2id). Nobody can read it, we included.</li>
      </ul>
      <p>
        Your location is not recorded. There are no advertisements, no trackers and no cookies. Your browser keeps who
        is signed in, until you log out, and which theme you chose.
      </p>
      <h2>How it is sealed</h2>
      <p>
        Name, email, phone and notes are encrypted (AES-256-GCM) with a key that belongs to you alone before they are
        written anywhere. They are opened only at the moment when somebody who may read them looks at a screen: you, and
        for an open report the dispatchers who serve it.
      </p>
      <h2>How it is erased</h2>
      <p>
        When a resident’s account is erased, its key is deleted. From then on every store, copy and backup shows ‘Erased
        resident’. What remains is that a bin of a zone was full on a certain day, without a name. The server can do
        this today, upon your password; its button comes with the Profile screen in a later release.
      </p>
      <h2>Your rights</h2>
      <p>
        Ghana’s Data Protection Act, 2012 (Act 843) gives you the right to know what is held about you, to have it
        corrected or erased, and to object to its use. Turn to the people who run this installation (
        <Link to="/contact">how to reach them</Link>) or to the Data Protection Commission.
      </p>
    </Article>
  )
}
