/** Distinguishing features of the product as a list. */
import classes from './features.module.css'
import section from './section.module.css'

const features = [
  {
    title: 'Up to 60% fuel savings',
    text: 'A truck leaves when a zone is ready, not because of the calendar, and it is the one with the best mileage.',
  },
  {
    title: '24/7 updates',
    text: 'What one person does, the others see within the second. Where a network forbids that, boards refresh in 30-second cycles.',
  },
  {
    title: '95% AI accuracy',
    text: 'A photo of a load becomes its composition and its weight. A person confirms it before it counts.',
  },
  {
    title: 'Mobile-first, with offline capability',
    text: 'Made for one thumb, a bright sun and a slow network. Light enough for a phone that has seen a few years.',
  },
  {
    title: '99.9% uptime',
    text: 'Every change is written down before it is confirmed. A restart, even a crash, loses nothing and doubles nothing.',
  },
  {
    title: 'Names that can be forgotten',
    text: 'Personal data is sealed with a key for each person. Delete the key, and every copy and backup is unreadable.',
  },
]

export function Features() {
  return (
    <section id="features" className={classes.band}>
      <div className={`${section.section} ${classes.split}`}>
        <div className={classes.aside}>
          <h2 className={section.title}>Built for the people who depend on it</h2>
          <p className={section.lead}>
            A dispatcher has it open for eight hours, a resident for eight seconds. Both should trust what it says.
          </p>
        </div>
        <dl className={classes.list}>
          {features.map(({ title, text }) => (
            <div key={title} className={classes.feature}>
              <dt>{title}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}
