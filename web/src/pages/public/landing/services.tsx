/** The four services, each with a drawing. */

import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Material } from '#domain/city.ts'
import section from './sections.module.css'
import classes from './services.module.css'

const steps = [
  { word: 'Pending', status: 'new' },
  { word: 'In Progress', status: 'progress' },
  { word: 'Collected', status: 'done' },
]

function ReportDrawing() {
  return (
    <div>
      <div className={classes.button}>
        <IconCheck size={18} stroke={2} aria-hidden="true" /> Report Submitted
      </div>
      <ol className={classes.steps}>
        {steps.map(({ word, status }) => (
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
    <div className={classes.zones}>
      {zones.map(({ name, share, text }) => (
        <div key={name}>
          <p className={classes.between}>
            <span>{name}</span>
            <span className={classes.dimmed}>{text}</span>
          </p>
          <div className={classes.track}>
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
      <div className={classes.composition}>
        {parts.map(([material, percent]) => (
          <span key={material} style={{ flexGrow: percent, background: `var(--ws-material-${material})` }} />
        ))}
      </div>
      <ul className={classes.legend}>
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
    <svg className={classes.forecast} viewBox="0 0 400 120" role="img">
      <title>A line of daily tonnes that goes on as a forecast with its range</title>
      <path className={classes.serviceDrawingsGrid} d="M0 20H400M0 60H400M0 100H400" />
      <path className={classes.band} d="M270 52 312 34 356 24 400 8V66L356 68 312 66Z" />
      <path className={classes.line} d="M0 88 30 74 60 80 90 62 120 70 150 54 180 66 210 48 240 58 270 52" />
      <path className={classes.ahead} d="M270 52 312 50 356 44 400 36" />
      <circle className={classes.today} cx="270" cy="52" r="4.5" />
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

export function Services() {
  return (
    <section id="services" className={section.section}>
      <h2 className={section.title}>One picture of the city’s waste, from the bin to the bale</h2>
      <p className={section.lead}>Four tools on one record of events, so that nobody works from yesterday’s list.</p>
      <div className={classes.grid}>
        {services.map(({ title, text, drawing }) => (
          <article key={title} className={classes.service}>
            <h3 className={classes.title}>{title}</h3>
            <p className={classes.text}>{text}</p>
            <div className={classes.drawing}>{drawing}</div>
          </article>
        ))}
      </div>
      <p className={classes.note}>The drawings show sample figures.</p>
    </section>
  )
}
