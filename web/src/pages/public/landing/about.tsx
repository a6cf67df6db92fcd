/** The steps from a report to its collection. */
import { useCityTerms } from '#web/lib/format/city-terms.ts'
import classes from './about.module.css'
import section from './section.module.css'

const steps = [
  {
    title: 'A bin is full',
    text: 'Its owner says so, from home. One report for each bin, until it has been collected.',
  },
  { title: 'A zone is ready', text: 'The reports of the zone add up. At the threshold its dispatcher is told, once.' },
  { title: 'A truck goes', text: 'The load is collected, weighed and taken to the nearest site that has room for it.' },
  {
    title: 'Nothing is lost',
    text: 'Recyclers see what arrived and what it is made of. Auditors can look up any day of it.',
  },
]

export function About() {
  const { name } = useCityTerms()
  return (
    <section id="about" className={section.section}>
      <h2 className={section.title}>A truck for every zone that needs one</h2>
      <p className={section.lead}>
        Fixed rounds drive past empty bins and come too late for full ones. In {name}, WasteSense lets the bins decide
        instead.
      </p>
      <ol className={classes.steps}>
        {steps.map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
