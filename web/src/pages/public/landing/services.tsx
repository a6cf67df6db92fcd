/** The four services, each with a drawing. */
import type { ReactNode } from 'react'
import section from './section.module.css'
import { CompositionDrawing, ForecastDrawing, ReportDrawing, ThresholdDrawing } from './service-drawings.tsx'
import classes from './services.module.css'

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
