/** What invented teachers and learners write after the lessons of a demo, in the languages that people use. */
type ReportText = { topics: string; homework: string; note: string }
type ReviewText = { rating: number; comment: string; answer: string }
type Some<T> = readonly [T, ...T[]]

/** Texts in turn. */
export const inTurn = <T>(list: Some<T>, index: number): T =>
  list[((index % list.length) + list.length) % list.length] ?? list[0]

const mathematics: Some<ReportText> = [
  {
    topics: 'Limites et continuité : limites usuelles, théorème des gendarmes',
    homework: 'Exercices 3 à 6, page 42',
    note: 'Les calculs sont justes. Il faut maintenant rédiger chaque étape.',
  },
  {
    topics: 'Dérivées : sens de variation et tangente',
    homework: 'Étudier la fonction de la fiche 2',
    note: 'Beaucoup plus à l’aise qu’il y a deux semaines.',
  },
  {
    topics: 'المتتاليات الحسابية والهندسية',
    homework: 'التمارين 9 و10 صفحة 41',
    note: 'تقدّم واضح، مع ضرورة الانتباه إلى كتابة الحلّ كاملا.',
  },
  {
    topics: 'Probabilités : arbres et tirages successifs',
    homework: 'Relire le cours, exercice 12',
    note: '',
  },
]
const french: Some<ReportText> = [
  {
    topics: 'Lecture à voix haute et questions sur le texte',
    homework: 'Lire les pages 12 à 15 et raconter l’histoire',
    note: 'Il lit avec plus d’assurance. Continuez dix minutes chaque soir.',
  },
  {
    topics: 'Le passé composé avec être et avoir',
    homework: 'Écrire cinq phrases sur le week-end',
    note: 'L’accord du participe demande encore un peu de travail.',
  },
  {
    topics: 'Vocabulaire de la maison, dictée de huit lignes',
    homework: 'Apprendre les mots de la liste',
    note: 'Trois fautes seulement dans la dictée, bravo.',
  },
]
const arabic: Some<ReportText> = [
  {
    topics: 'فهم النص واستخراج الأفكار الأساسية',
    homework: 'تلخيص نصّ من اختيارك في ستّة أسطر',
    note: 'مشاركة جيّدة طوال الحصّة.',
  },
  { topics: 'الجملة الاسميّة والجملة الفعليّة', homework: 'تمرين الإعراب عدد 4', note: '' },
]
const science: Some<ReportText> = [
  {
    topics: 'La cellule : observation et schéma légendé',
    homework: 'Refaire le schéma sans le livre',
    note: 'Les légendes sont complètes, le vocabulaire est acquis.',
  },
  { topics: 'La photosynthèse', homework: 'Questions 1 à 5, page 63', note: '' },
]
const computing: Some<ReportText> = [
  {
    topics: 'Python: lists and loops',
    homework: 'Write a program that finds the largest of ten numbers',
    note: 'Reads the error messages alone now.',
  },
  { topics: 'Les fonctions en Python', homework: 'Terminer l’exercice commencé', note: '' },
]
const english: Some<ReportText> = [
  {
    topics: 'Past simple and present perfect',
    homework: 'Finish the worksheet, both sides',
    note: 'Good questions, more confident in speaking.',
  },
  {
    topics: 'Describing a picture, new words about travel',
    homework: 'Record one minute about your town',
    note: '',
  },
]
const reports: Readonly<Record<string, Some<ReportText>>> = {
  ...{ mathematics, french, arabic, computing, english },
  physics: mathematics,
  'natural-science': science,
}

export const reportText = (subject: string, index: number): ReportText =>
  inTurn(reports[subject] ?? mathematics, index)

export const reviewTexts: Some<ReviewText> = [
  { rating: 5, comment: 'Explique calmement, j’ai repris confiance.', answer: 'Merci, bravo à vous !' },
  { rating: 4, comment: 'دروس منظّمة وواضحة، شكرا.', answer: '' },
  { rating: 5, comment: 'Always on time and well prepared.', answer: 'Thank you, see you on Saturday.' },
  {
    rating: 4,
    comment: 'Très bons exercices, parfois un peu rapide.',
    answer: 'C’est noté, nous ralentirons.',
  },
  {
    rating: 5,
    comment: 'بعد شهر واحد أصبحت أفهم الدرس في القسم من أوّل مرّة.',
    answer: 'بالتوفيق، المثابرة هي السبب.',
  },
  { rating: 3, comment: 'Bonnes explications, mais deux séances ont été déplacées.', answer: '' },
  { rating: 5, comment: 'Séances claires, avec un petit plan de travail à la fin.', answer: '' },
  { rating: 4, comment: 'Patient, and the homework is always corrected.', answer: '' },
  { rating: 5, comment: 'صبور ومتفهّم، أنصح به.', answer: '' },
]

export const cancelReasons: Some<string> = ['Empêchement familial', 'مرض مفاجئ', 'Examen blanc ce jour-là']
