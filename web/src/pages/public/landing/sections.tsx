/** Sections of the start page: about, features, services, testimonials. */

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Material } from '#domain/city.ts'
import { materialLabelOf } from '#web/lib/format/names.ts'
import { useCitySettings } from '#web/lib/format/times.ts'
import classes from './sections.module.css'

const steps = () => [
  {
    title: t`A bin is full`,
    text: t`A resident reports it from home. Each bin has one report until it is collected.`,
  },
  { title: t`A zone is ready`, text: t`When enough bins in a zone are reported, its dispatcher is notified.` },
  {
    title: t`A truck goes`,
    text: t`It collects the bins, weighs the load and takes it to the nearest site with room.`,
  },
  {
    title: t`Nothing is lost`,
    text: t`Recyclers see what arrived and what it is made of. Auditors can look up any past day.`,
  },
]

/** Section with the steps from a report to its collection. */
export function About() {
  const { name } = useCitySettings()
  return (
    <section id="about" className={classes.section}>
      <h2 className={classes.title}>
        <Trans>A truck for every zone that needs one</Trans>
      </h2>
      <p className={classes.lead}>
        <Trans>
          Fixed rounds stop at empty bins and come too late for full ones. In <span>{name}</span>, trucks go where bins
          are full.
        </Trans>
      </p>
      <ol className={classes.steps}>
        {steps().map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

const features = () => [
  {
    title: t`Up to 60% fuel savings`,
    text: t`A truck leaves when a zone is ready, not on a fixed day. The most fuel-efficient truck goes.`,
  },
  {
    title: t`24/7 updates`,
    text: t`Everyone sees a change within a second. On networks that block live updates, boards refresh in 30-second cycles.`,
  },
  {
    title: t`95% AI accuracy`,
    text: t`A photo of a load gives its composition and weight. A person confirms them before they count.`,
  },
  {
    title: t`Mobile-first, with offline capability`,
    text: t`Made for one thumb, bright sun, slow networks and older phones.`,
  },
  {
    title: t`99.9% uptime`,
    text: t`Every change is saved before it is confirmed. A restart or a crash loses nothing.`,
  },
  {
    title: t`Names that can be erased`,
    text: t`Each person’s data is encrypted with its own key. When the key is deleted, no copy or backup can be read.`,
  },
]

/** Section with the product's features. */
export function Features() {
  return (
    <section id="features" className={classes.band}>
      <div className={`${classes.section} ${classes.split}`}>
        <div className={classes.aside}>
          <h2 className={classes.title}>
            <Trans>Built for the people who depend on it</Trans>
          </h2>
          <p className={classes.lead}>
            <Trans>
              A dispatcher uses it for eight hours, a resident for eight seconds. Both must be able to trust it.
            </Trans>
          </p>
        </div>
        <dl className={classes.list}>
          {features().map(({ title, text }) => (
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

const voices = () => [
  {
    quote: t`I used to call three people to ask when the truck would come. Now I press the button on my way out and the phone tells me.`,
    name: t`Akosua Mensah`,
    who: t`Resident, Ablekuma North`,
  },
  {
    quote: t`On Monday morning I open one screen and know which zone to serve first. We stopped driving half-empty rounds.`,
    name: t`Kwabena Owusu-Ansah`,
    who: t`Dispatcher`,
  },
  {
    quote: t`Knowing a day ahead that plastic is coming means that I call in the right people, and no bale is left outside.`,
    name: t`Efua Quartey`,
    who: t`Recycling plant supervisor, Ayawaso West`,
  },
]

/** Section with quotes from users of three roles. */
export function Testimonials() {
  return (
    <section className={classes.testimonialsBand} aria-labelledby="voices">
      <div className={classes.section}>
        <div className={classes.head}>
          <h2 id="voices" className={classes.title}>
            <Trans>What changes on the ground</Trans>
          </h2>
          <p className={classes.sample}>
            <Trans>Sample testimonials</Trans>
          </p>
        </div>
        <div className={classes.voices}>
          {voices().map(({ quote, name, who }) => (
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

const serviceSteps = () => [
  { word: t`Pending`, status: 'new' },
  { word: t`In Progress`, status: 'progress' },
  { word: t`Collected`, status: 'done' },
]

function ReportDrawing() {
  return (
    <div>
      <div className={classes.button}>
        <IconCheck size={18} stroke={2} aria-hidden="true" /> <Trans>Report Submitted</Trans>
      </div>
      <ol className={classes.collectionSteps}>
        {serviceSteps().map(({ word, status }) => (
          <li key={status} style={{ color: `var(--ws-status-${status}-text)` }}>
            <span style={{ background: `var(--ws-status-${status})` }} />
            {word}
          </li>
        ))}
      </ol>
    </div>
  )
}

const zones = () => [
  { name: t`Ablekuma North`, share: 63, text: t`92 of 145` },
  { name: t`Ayawaso West`, share: 100, text: t`82 of 82, ready` },
]

function ThresholdDrawing() {
  return (
    <div className={classes.zones}>
      {zones().map(({ name, share, text }) => (
        <div key={name}>
          <p className={classes.between}>
            <span>{name}</span>
            <span className={classes.dimmed}>{text}</span>
          </p>
          <div className={classes.track}>
            <span style={{ width: `${share}%`, background: `var(--ws-status-${share === 100 ? 'done' : 'new'})` }} />
            <i title={t`Alert at 80% of the customers`} />
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
      <div className={classes.composition}>
        {parts.map(([material, percent]) => (
          <span key={material} style={{ flexGrow: percent, background: `var(--ws-material-${material})` }} />
        ))}
      </div>
      <ul className={classes.legend}>
        {parts.map(([material, percent]) => (
          <li key={material}>
            <span style={{ background: `var(--ws-material-${material})` }} />
            {materialLabelOf(material)} <b>{percent}%</b>
          </li>
        ))}
      </ul>
    </div>
  )
}

function ForecastDrawing() {
  return (
    <svg className={classes.forecast} viewBox="0 0 400 120" role="img">
      <title>{t`Line chart of daily tonnes, with a forecast and its range`}</title>
      <path className={classes.serviceDrawingsGrid} d="M0 20H400M0 60H400M0 100H400" />
      <path className={classes.forecastBand} d="M270 52 312 34 356 24 400 8V66L356 68 312 66Z" />
      <path className={classes.line} d="M0 88 30 74 60 80 90 62 120 70 150 54 180 66 210 48 240 58 270 52" />
      <path className={classes.ahead} d="M270 52 312 50 356 44 400 36" />
      <circle className={classes.today} cx="270" cy="52" r="4.5" />
      <text x="262" y="116" textAnchor="end">
        <Trans>measured</Trans>
      </text>
      <text x="278" y="116">
        <Trans>forecast with range</Trans>
      </text>
    </svg>
  )
}

interface Service {
  title: string
  text: string
  drawing: ReactNode
}

const services = (): Service[] => [
  {
    title: t`Resident waste reporting`,
    text: t`Residents report a full bin with one tap and follow the report until the bin is collected.`,
    drawing: <ReportDrawing />,
  },
  {
    title: t`Dispatch management`,
    text: t`Dispatchers see every zone fill up live. When enough bins are full, the most fuel-efficient truck is recommended.`,
    drawing: <ThresholdDrawing />,
  },
  {
    title: t`Recycling analytics`,
    text: t`Recyclers see what is at each site and what is on its way, by material, to plan shifts and sales.`,
    drawing: <CompositionDrawing />,
  },
  {
    title: t`Data-driven insights`,
    text: t`Tomorrow’s tonnage for every district with its likely range, and how accurate yesterday’s forecast was.`,
    drawing: <ForecastDrawing />,
  },
]

export function Services() {
  return (
    <section id="services" className={classes.section}>
      <h2 className={classes.title}>
        <Trans>One picture of the city’s waste, from the bin to the bale</Trans>
      </h2>
      <p className={classes.lead}>
        <Trans>Four tools with the same live data, so that nobody works from yesterday’s list.</Trans>
      </p>
      <div className={classes.grid}>
        {services().map(({ title, text, drawing }) => (
          <article key={title} className={classes.service}>
            <h3 className={classes.serviceName}>{title}</h3>
            <p className={classes.text}>{text}</p>
            <div className={classes.drawing}>{drawing}</div>
          </article>
        ))}
      </div>
      <p className={classes.note}>
        <Trans>The drawings show sample figures.</Trans>
      </p>
    </section>
  )
}
