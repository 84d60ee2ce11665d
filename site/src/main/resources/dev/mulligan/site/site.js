// The search: every word must be on the page; a word in the title counts most. The index is read at the first key.
const box = document.getElementById('search');
const found = document.getElementById('found');
const article = document.querySelector('article');
let index;

if (matchMedia('(max-width: 50rem)').matches) document.querySelector('.pages').open = false;

addEventListener('keydown', (event) => {
  if (event.key === '/' && document.activeElement !== box) {
    event.preventDefault();
    box.focus();
  }
});

box.addEventListener('input', async () => {
  index ??= fetch('search.json').then((answer) => answer.json());
  const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
  const pages = await index;
  found.replaceChildren();
  found.hidden = words.length === 0;
  article.hidden = words.length > 0;
  const hits = pages
    .map((page) => ({ page, score: score(page, words) }))
    .filter((hit) => hit.score > 0)
    .sort((a, b) => b.score - a.score);
  for (const { page } of hits) found.append(entry(page, words[0]));
  if (words.length > 0 && hits.length === 0) found.append('Nothing found.');
});

function score(page, words) {
  const title = page.title.toLowerCase();
  const text = page.words.toLowerCase();
  let sum = 0;
  for (const word of words) {
    const times = text.split(word).length - 1;
    if (times === 0 && !title.includes(word)) return 0;
    sum += times + (title.includes(word) ? 50 : 0);
  }
  return sum;
}

function entry(page, word) {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = page.file;
  link.textContent = page.title;
  const at = Math.max(0, page.words.toLowerCase().indexOf(word) - 60);
  const part = document.createElement('p');
  part.textContent = '… ' + page.words.slice(at, at + 180) + ' …';
  item.append(link, part);
  return item;
}
