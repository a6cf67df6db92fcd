/** Contacts for questions. */
import { Link } from 'react-router'
import { Article } from '#web/pages/public/frame/article.tsx'

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
