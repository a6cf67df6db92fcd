/** Sections of the start page: about, features, services, testimonials. */

import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Material } from '#domain/city.ts'
import { useCityTerms } from '#web/lib/format/city-terms.ts'
import classes from './sections.module.css'
import servicesClasses from './services.module.css'

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

const serviceSteps = [
  { word: 'Pending', status: 'new' },
  { word: 'In Progress', status: 'progress' },
  { word: 'Collected', status: 'done' },
]

function ReportDrawing() {
  return (
    <div>
      <div className={servicesClasses.button}>
        <IconCheck size={18} stroke={2} aria-hidden="true" /> Report Submitted
      </div>
      <ol className={servicesClasses.steps}>
        {serviceSteps.map(({ word, status }) => (
          <li key={word} style={{ color: `var(--ws-status-${status}-text)` }}>
            <span style={{ background: `var(--ws-status-${status})` }} />
            {word}
          </li>
        ))}
      </ol>
    </div>
  )
}

const zones = [
  { name: 'Ablekuma North', share: 63, text: '92 of 145' },
  { name: 'Ayawaso West', share: 100, text: '82 of 82, ready' },
]

function ThresholdDrawing() {
  return (
    <div className={servicesClasses.zones}>
      {zones.map(({ name, share, text }) => (
        <div key={name}>
          <p className={servicesClasses.between}>
            <span>{name}</span>
            <span className={servicesClasses.dimmed}>{text}</span>
          </p>
          <div className={servicesClasses.track}>
            <span style={{ width: `${share}%`, background: `var(--ws-status-${share === 100 ? 'done' : 'new'})` }} />
            <i title="The alert is raised at 80% of the customers" />
          </div>
        </div>
      ))}
    </div>
  )
}

const parts: [Material, number][] = [
  ['plastic', 40],
  ['paper', 25],
  ['glass', 15],
  ['metal', 10],
  ['organic', 10],
]

function CompositionDrawing() {
  return (
    <div>
      <div className={servicesClasses.composition}>
        {parts.map(([material, percent]) => (
          <span key={material} style={{ flexGrow: percent, background: `var(--ws-material-${material})` }} />
        ))}
      </div>
      <ul className={servicesClasses.legend}>
        {parts.map(([material, percent]) => (
          <li key={material}>
            <span style={{ background: `var(--ws-material-${material})` }} />
            {material} <b>{percent}%</b>
          </li>
        ))}
      </ul>
    </div>
  )
}

function ForecastDrawing() {
  return (
    <svg className={servicesClasses.forecast} viewBox="0 0 400 120" role="img">
      <title>A line of daily tonnes that goes on as a forecast with its range</title>
      <path className={servicesClasses.serviceDrawingsGrid} d="M0 20H400M0 60H400M0 100H400" />
      <path className={servicesClasses.band} d="M270 52 312 34 356 24 400 8V66L356 68 312 66Z" />
      <path className={servicesClasses.line} d="M0 88 30 74 60 80 90 62 120 70 150 54 180 66 210 48 240 58 270 52" />
      <path className={servicesClasses.ahead} d="M270 52 312 50 356 44 400 36" />
      <circle className={servicesClasses.today} cx="270" cy="52" r="4.5" />
      <text x="262" y="116" textAnchor="end">
        measured
      </text>
      <text x="278" y="116">
        forecast, p10 to p90
      </text>
    </svg>
  )
}

interface Service {
  title: string
  text: string
  drawing: ReactNode
}

const services: Service[] = [
  {
    title: 'Resident waste reporting',
    text: 'One tap says that the bin is full. From there on residents see where their report stands, until it is collected.',
    drawing: <ReportDrawing />,
  },
  {
    title: 'Dispatch management',
    text: 'Every zone fills up before your eyes. When enough bins are full, the truck that burns the least is proposed.',
    drawing: <ThresholdDrawing />,
  },
  {
    title: 'Recycling analytics',
    text: 'What lies at each site and what is on its way, by material, so that a plant can plan its shifts and its sales.',
    drawing: <CompositionDrawing />,
  },
  {
    title: 'Data-driven insights',
    text: 'Tomorrow’s tonnage for every district, with an honest range, and how close yesterday’s forecast came.',
    drawing: <ForecastDrawing />,
  },
]

/** The four services, each with a drawing. */
export function Services() {
  return (
    <section id="services" className={classes.section}>
      <h2 className={classes.title}>One picture of the city’s waste, from the bin to the bale</h2>
      <p className={classes.lead}>Four tools on one record of events, so that nobody works from yesterday’s list.</p>
      <div className={servicesClasses.grid}>
        {services.map(({ title, text, drawing }) => (
          <article key={title} className={servicesClasses.service}>
            <h3 className={servicesClasses.title}>{title}</h3>
            <p className={servicesClasses.text}>{text}</p>
            <div className={servicesClasses.drawing}>{drawing}</div>
          </article>
        ))}
      </div>
      <p className={servicesClasses.note}>The drawings show sample figures.</p>
    </section>
  )
}
