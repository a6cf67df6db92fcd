/** Testimonials of three roles. */
import section from './section.module.css'
import classes from './testimonials.module.css'

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

export function Testimonials() {
  return (
    <section className={classes.band} aria-labelledby="voices">
      <div className={section.section}>
        <div className={classes.head}>
          <h2 id="voices" className={section.title}>
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
