import type { IssueStore } from './newsletter-issue-store.ts'

/** A draft for the editor of a demo. A super-admin who deletes it gets it again only with another start. */
export async function seedDemoNewsletter(issues: IssueStore): Promise<void> {
  if ((await issues.collection.countDocuments({})) > 0) return
  await issues.create(
    'demo-newsletter',
    {
      en: {
        subject: 'Back to school: hours that fit',
        body: '# A good start\n\nTeachers have set their hours for this term. **Tell us when you are free**, and the search puts first who is free then too.\n\n- Homework with a due date\n- Pictures and PDF in conversations\n- A public page for teachers',
      },
      fr: {
        subject: 'La rentrée : des heures qui conviennent',
        body: '# Un bon départ\n\nLes enseignants ont fixé leurs heures pour ce trimestre. **Dites-nous quand vous êtes libre**, et la recherche montre d’abord qui l’est aussi.\n\n- Des devoirs avec une date de remise\n- Des images et des PDF dans les conversations\n- Une page publique pour les enseignants',
      },
      ar: {
        subject: 'العودة المدرسية: أوقات تناسبك',
        body: '# بداية موفّقة\n\nحدّد المدرّسون أوقاتهم لهذا الثلاثي. **أخبرنا متى تكون متفرّغًا** ليظهر أوّلًا من يناسبه الوقت نفسه.\n\n- واجبات بتاريخ تسليم\n- صور وملفّات PDF في المحادثات\n- صفحة عامّة للمدرّسين',
      },
    },
    new Date(),
  )
}
