/** Sections of the start page: about, features, testimonials. */
import { useCityTerms } from '#web/lib/format/city-terms.ts'
import classes from './sections.module.css'

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

/** The steps from a report to its collection. */
export function About() {
  const { name } = useCityTerms()
  return (
    <section id="about" className={classes.section}>
      <h2 className={classes.title}>A truck for every zone that needs one</h2>
      <p className={classes.lead}>
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

/** Distinguishing features of the product as a list. */
export function Features() {
  return (
    <section id="features" className={classes.band}>
      <div className={`${classes.section} ${classes.split}`}>
        <div className={classes.aside}>
          <h2 className={classes.title}>Built for the people who depend on it</h2>
          <p className={classes.lead}>
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

const voices = [
  {
    quote:
      'I used to call three people to ask when the truck would come. Now I press the button on my way out and the phone tells me.',
    name: 'Akosua Mensah',
    who: 'Resident, Ablekuma North',
  },
  {
    quote:
      'On Monday morning I open one screen and know which zone to serve first. We stopped driving half-empty rounds.',
    name: 'Kwabena Owusu-Ansah',
    who: 'Dispatcher',
  },
  {
    quote:
      'Knowing a day ahead that plastic is coming means that I call in the right people, and no bale stands outside.',
    name: 'Efua Quartey',
    who: 'Recycling plant supervisor, Ayawaso West',
  },
]

/** Testimonials of three roles. */
export function Testimonials() {
  return (
    <section className={classes.testimonialsBand} aria-labelledby="voices">
      <div className={classes.section}>
        <div className={classes.head}>
          <h2 id="voices" className={classes.title}>
            What changes on the ground
          </h2>
          <p className={classes.sample}>Sample testimonials</p>
        </div>
        <div className={classes.voices}>
          {voices.map(({ quote, name, who }) => (
            <figure key={name} className={classes.voice}>
              <blockquote>{quote}</blockquote>
              <figcaption>
                <strong>{name}</strong>
                <span>{who}</span>
              </figcaption>
            </figure>
          ))}
        </div>
      </div>
    </section>
  )
}
