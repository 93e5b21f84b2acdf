//! V-7: components that use each other without end, too deep, or too often.

use std::collections::HashMap;

use super::components::{self, Instance};
use super::{Findings, Subject};
use crate::video::expand::{MAX_DEPTH, MAX_ELEMENTS, MAX_ROWS};
use crate::video::project::edit::Op;
use crate::video::project::source::Node;

/// Components that are looked at: as many as a project may define.
const MAX_COMPONENTS: usize = 100;

pub(super) fn check(subject: &Subject<'_>, found: &mut Findings) {
    let graph = Graph::of(subject.tree);
    let cycles = graph.cycles();
    for (path, cycle) in &cycles {
        let message = format!("components use each other without end: {}", cycle.join(" → "));
        let hint =
            format!("take the use of `{}` out of `{}`", cycle[cycle.len() - 1], cycle[cycle.len() - 2]);
        let fix = vec![Op::Remove { path: path.clone() }];
        found.push(subject.issue("V-7", path.clone(), message).hint(hint).fix(fix));
    }
    // What a circle expands to has no depth and no count.
    if cycles.is_empty() {
        expansion(subject, &graph, found);
    }
}

fn expansion(subject: &Subject<'_>, graph: &Graph<'_>, found: &mut Findings) {
    let (mut sizes, mut chains) = (HashMap::new(), HashMap::new());
    let mut by_scene: HashMap<String, usize> = HashMap::new();
    for instance in components::instances(subject.tree) {
        let Some(scene) = instance.path.strip_prefix("scenes.").and_then(|rest| rest.split('.').next())
        else {
            continue;
        };
        let Some(name) = instance.component() else { continue };
        let chain = graph.deepest(name, &mut chains);
        if chain.len() > MAX_DEPTH {
            let message = format!("components nest {} deep: {}", chain.len(), chain.join(" → "));
            let issue = subject.issue("V-7", instance.path.clone(), message).measured(chain.len(), MAX_DEPTH);
            found.push(issue.hint(format!("at most {MAX_DEPTH} components may stand in each other")));
        }
        let rows = instance.node.get("for_each").and_then(Node::as_text);
        let table = rows.and_then(|name| subject.expanded.tables.get(name));
        let rows = table.map_or(1, |table| table.rows.len().max(1));
        if rows > MAX_ROWS {
            let path = format!("{}.for_each", instance.path);
            let issue = subject.issue("V-7", path, format!("`for_each` repeats {rows} rows"));
            found.push(issue.measured(rows, MAX_ROWS).hint(format!("use a list of at most {MAX_ROWS} rows")));
        }
        let size = graph.size(name, &mut sizes).saturating_mul(rows);
        let sum = by_scene.entry(scene.to_owned()).or_default();
        let before = *sum;
        *sum = sum.saturating_add(size);
        if before <= MAX_ELEMENTS && *sum > MAX_ELEMENTS {
            let message = format!("the components of this scene become {} elements or more", *sum);
            let issue = subject.issue("V-7", instance.path.clone(), message).measured(*sum, MAX_ELEMENTS);
            found.push(issue.hint(format!("at most {MAX_ELEMENTS} are drawn: use fewer instances or rows")));
        }
    }
}

/// Which component uses which, and how many elements each has of its own.
struct Graph<'a> {
    uses: HashMap<&'a str, Vec<Instance<'a>>>,
    own: HashMap<&'a str, usize>,
    order: Vec<&'a str>,
}

impl<'a> Graph<'a> {
    fn of(tree: &'a Node) -> Self {
        let components = tree.get("components").map(Node::entries).unwrap_or_default();
        let components = &components[..components.len().min(MAX_COMPONENTS)];
        let order: Vec<&str> = components.iter().map(|entry| entry.key.as_str()).collect();
        let mut uses: HashMap<&str, Vec<Instance<'a>>> =
            order.iter().map(|name| (*name, Vec::new())).collect();
        for instance in components::instances(tree) {
            let owner = instance.path.strip_prefix("components.").and_then(|rest| rest.split('.').next());
            if let Some(list) = owner.and_then(|owner| uses.get_mut(owner)) {
                list.push(instance);
            }
        }
        let own = components.iter().map(|entry| (entry.key.as_str(), count(&entry.value))).collect();
        Self { uses, own, order }
    }

    fn next(&self, name: &str) -> impl Iterator<Item = (&Instance<'a>, &'a str)> {
        let list = self.uses.get(name).map(Vec::as_slice).unwrap_or_default();
        list.iter().filter_map(|instance| Some((instance, instance.component()?)))
    }

    /// Each circle once: the address of the use that closes it, and the names on the way round.
    fn cycles(&self) -> Vec<(String, Vec<&'a str>)> {
        let (mut done, mut cycles) = (Vec::new(), Vec::new());
        for name in &self.order {
            self.visit(name, &mut Vec::new(), &mut done, &mut cycles);
        }
        cycles
    }

    /// Follows the uses of a component; a project has at most a hundred, so the way is short.
    fn visit(
        &self,
        name: &'a str,
        way: &mut Vec<&'a str>,
        done: &mut Vec<&'a str>,
        cycles: &mut Vec<(String, Vec<&'a str>)>,
    ) {
        if done.contains(&name) {
            return;
        }
        way.push(name);
        for (instance, next) in self.next(name) {
            match way.iter().position(|earlier| *earlier == next) {
                Some(start) => {
                    let cycle = way[start..].iter().copied().chain([next]).collect();
                    cycles.push((instance.path.clone(), cycle));
                }
                None if self.uses.contains_key(next) => self.visit(next, way, done, cycles),
                None => {}
            }
        }
        way.pop();
        done.push(name);
    }

    /// The longest chain of components that begins with one, when there is no circle.
    fn deepest(&self, name: &'a str, chains: &mut HashMap<&'a str, Vec<&'a str>>) -> Vec<&'a str> {
        if let Some(chain) = chains.get(name) {
            return chain.clone();
        }
        let below = self.next(name).map(|(_, next)| self.deepest(next, chains)).max_by_key(Vec::len);
        let chain: Vec<&str> = std::iter::once(name).chain(below.unwrap_or_default()).collect();
        chains.insert(name, chain.clone());
        chain
    }

    /// How many elements an instance becomes, when there is no circle.
    fn size(&self, name: &'a str, sizes: &mut HashMap<&'a str, usize>) -> usize {
        if let Some(size) = sizes.get(name) {
            return *size;
        }
        let built_in = || components::size_of_built_in(name);
        let own = self.own.get(name).copied().unwrap_or_else(built_in);
        let size = self.next(name).map(|(_, next)| self.size(next, sizes)).fold(own, usize::saturating_add);
        sizes.insert(name, size);
        size
    }
}

/// Elements below a component, those in groups included.
fn count(owner: &Node) -> usize {
    let elements = owner.get("elements").map(Node::items).unwrap_or_default();
    elements.iter().map(|element| 1 + count(element)).sum()
}
