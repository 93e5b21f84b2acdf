//! V-7: components that use each other without end, too deep, or too often.

use std::collections::{HashMap, HashSet};

use super::components::{self, Instance};
use super::{Findings, Subject, listed};
use crate::video::expand::{LeftOut, MAX_DEPTH, MAX_ELEMENTS, MAX_ROWS, TooMuch};
use crate::video::project::edit::Op;
use crate::video::project::source::Node;

/// Components that are looked at: as many as a project may define.
const MAX_COMPONENTS: usize = 100;

pub(super) fn check(subject: &Subject<'_>, found: &mut Findings) {
    let cycles = Graph::of(subject.tree).cycles();
    for (path, cycle) in &cycles {
        let message = format!("components use each other without end: {}", cycle.join(" → "));
        let gone = taken_out(subject.tree, path);
        let hint = if gone.len() == 1 {
            format!("take the use of `{}` out of `{}`", cycle[cycle.len() - 1], cycle[cycle.len() - 2])
        } else {
            format!("take out what then holds nothing else: {}", listed(&gone))
        };
        let fix = gone.into_iter().map(|path| Op::Remove { path }).collect();
        if !found.push(subject.issue("V-7", path.clone(), message).hint(hint).fix(fix)) {
            return;
        }
    }
    for LeftOut { path, why } in &subject.expanded.left_out {
        let issue = |message| subject.issue("V-7", path.clone(), message);
        let issue = match why {
            TooMuch::Rows(rows) => issue(format!("`for_each` repeats {rows} rows"))
                .measured(*rows, MAX_ROWS)
                .hint(format!("use a list of at most {MAX_ROWS} rows; those after are left out")),
            // What a circle becomes has no depth and no count.
            _ if !cycles.is_empty() => continue,
            TooMuch::Deep(chain) => {
                issue(format!("components nest {} deep: {}", chain.len(), chain.join(" → ")))
                    .measured(chain.len(), MAX_DEPTH)
                    .hint(format!("at most {MAX_DEPTH} components may stand in each other"))
            }
            TooMuch::Elements(count) => issue(format!(
                "the components of this scene become {count} elements or more"
            ))
            .measured(*count, MAX_ELEMENTS)
            .hint(format!(
                "at most {MAX_ELEMENTS} are drawn, each instance counted too, and the rest is left out: use \
                         fewer instances or rows"
            )),
        };
        if !found.push(issue) {
            return;
        }
    }
}

/// What goes with a use: the groups and the component that hold nothing else, and the uses of that component in turn.
/// From the end of the file to its beginning, so that the addresses of what is still to go stay.
fn taken_out(tree: &Node, path: &str) -> Vec<String> {
    let instances = components::instances(tree);
    let (mut gone, mut rest) = (HashSet::new(), vec![path.to_owned()]);
    while let Some(path) = rest.pop() {
        let owner = path.rsplit_once(".elements.").map(|(owner, _)| owner.to_owned());
        gone.insert(path);
        // A scene may be empty.
        let Some(owner) =
            owner.filter(|owner| owner.starts_with("components.") || owner.contains(".elements."))
        else {
            continue;
        };
        let inside = tree.find(&owner).ok().and_then(|found| found.node.get("elements")).map(Node::items);
        let is_gone = |(index, item): (usize, &Node)| {
            gone.contains(&format!("{owner}.elements.{}", item.segment(index)))
        };
        if inside.unwrap_or_default().iter().enumerate().all(is_gone) {
            let component = owner.strip_prefix("components.").filter(|name| !name.contains('.'));
            let uses = instances.iter().filter(|one| component.is_some() && one.component() == component);
            rest.extend(uses.map(|one| one.path.clone()).filter(|path| !gone.contains(path)));
            rest.push(owner);
        }
    }
    let is_inside = |path: &String| {
        gone.iter().any(|whole| path.strip_prefix(whole.as_str()).is_some_and(|rest| rest.starts_with('.')))
    };
    let mut outer: Vec<String> = gone.iter().filter(|path| !is_inside(path)).cloned().collect();
    outer.sort_by_key(|path| std::cmp::Reverse(tree.find(path).map_or(0, |found| found.span().start)));
    outer
}

/// Which component uses which.
struct Graph<'a> {
    uses: HashMap<&'a str, Vec<Instance<'a>>>,
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
        Self { uses, order }
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
}
