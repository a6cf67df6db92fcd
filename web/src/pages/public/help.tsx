/** The help center: instructions and remedies. */
import { Link } from 'react-router'
import { Article } from '#web/pages/public/frame/article.tsx'

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
